// Short messages that come and go.
export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

const SHOWN_MS = 5000;
let count = 0;

export const toasts = $state<Toast[]>([]);

/** Show a sentence for a while, unless it is the newest one already. */
export function say(text: string, bad = false): void {
  if (toasts.at(-1)?.text === text) return;
  const id = ++count;
  toasts.push({ id, text, bad });
  setTimeout(() => {
    const at = toasts.findIndex((toast) => toast.id === id);
    if (at >= 0) toasts.splice(at, 1);
  }, SHOWN_MS);
}
