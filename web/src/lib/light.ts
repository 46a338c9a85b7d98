// Lights up on the board what a line of the log mentions.

const LIT_MS = 2600;
let lit: Element[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Light up everything on the board that one of these selectors finds; for a while, or until `dim` is called. */
export function light(selectors: readonly string[], forAWhile = false): void {
  dim();
  if (!selectors.length) return;
  lit = [...document.querySelectorAll(selectors.map((one) => `.stage ${one}`).join(", "))];
  for (const element of lit) element.setAttribute("data-lit", "");
  if (!forAWhile) return;
  lit[0]?.scrollIntoView({ block: "nearest" });
  timer = setTimeout(dim, LIT_MS);
}

export function dim(): void {
  clearTimeout(timer);
  for (const element of lit) element.removeAttribute("data-lit");
  lit = [];
}
