// How much room a board has in the window, whatever the table has put above it.

const EDGE = 8;

/** `<div {@attach room}>`: `--room` is the height from where it begins to the lower edge of the window. */
export function room(element: HTMLElement): () => void {
  let told = 0;
  function measure(): void {
    const left = Math.floor(innerHeight - EDGE - (element.getBoundingClientRect().top + scrollY));
    if (left === told) return;
    told = left;
    element.style.setProperty("--room", `${left}px`);
  }
  measure();
  // Whatever comes or goes above it changes how high the page is.
  const watch = new ResizeObserver(measure);
  watch.observe(document.documentElement);
  addEventListener("resize", measure);
  return () => {
    watch.disconnect();
    removeEventListener("resize", measure);
  };
}
