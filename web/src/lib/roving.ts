// Arrow keys within a row of cards or choices: one stop for Tab, arrows to go along, Home and End.

const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** `<div {@attach roving}>`: the buttons inside are one stop. It begins at the first that can be picked. */
export function roving(row: Element): () => void {
  let current: HTMLElement | null = null;

  function stops(): HTMLElement[] {
    return [...row.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  }

  function settle(): void {
    const all = stops();
    if (!current || !all.includes(current)) {
      current = all.find((stop) => stop.dataset.legal !== undefined) ?? all[0] ?? null;
    }
    for (const stop of all) stop.tabIndex = stop === current ? 0 : -1;
  }

  function onkeydown(event: Event): void {
    const { key, target } = event as KeyboardEvent;
    const all = stops();
    const at = all.indexOf(target as HTMLElement);
    if (at < 0) return;
    let to: HTMLElement | undefined;
    if (key in STEP) to = all[(at + STEP[key] + all.length) % all.length];
    else if (key === "Home") to = all[0];
    else if (key === "End") to = all.at(-1);
    if (!to) return;
    event.preventDefault();
    current = to;
    settle();
    to.focus();
  }

  function onfocusin(event: Event): void {
    const stop = event.target as HTMLElement;
    if (stops().includes(stop)) {
      current = stop;
      settle();
    }
  }

  const watch = new MutationObserver(settle);
  watch.observe(row, { childList: true, subtree: true });
  row.addEventListener("keydown", onkeydown);
  row.addEventListener("focusin", onfocusin);
  settle();
  return () => {
    watch.disconnect();
    row.removeEventListener("keydown", onkeydown);
    row.removeEventListener("focusin", onfocusin);
  };
}
