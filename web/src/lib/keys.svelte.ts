// Keyboard shortcuts at a table. `?` lists those that work now.

export interface Key {
  key: string;
  /** What it does, for the list. */
  does: string;
  run: () => void;
}

let sets: Array<() => Key[]> = [];

/** All shortcuts that work now, the last bound first. */
export function keysNow(): Key[] {
  return sets.flatMap((set) => set());
}

/** While the calling component is shown, these keys work. The function is called anew for every key. */
export function useKeys(keys: () => Key[]): void {
  $effect(() => {
    sets = [keys, ...sets];
    return () => {
      sets = sets.filter((set) => set !== keys);
    };
  });
}

/** Whether somebody is typing into a field. */
export function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** To be called with every key that goes down in the window. */
export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const found = keysNow().find((key) => key.key === event.key);
  if (!found) return;
  event.preventDefault();
  found.run();
}
