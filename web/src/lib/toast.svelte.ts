// Short messages that come and go.
export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

const SHOWN_MS = 5000;
let count = 0;

export const toasts = $state<Toast[]>([]);

let newest: ReturnType<typeof setTimeout> | undefined;

/** Show a sentence for a while; one that is the newest already is shown for longer. */
export function say(text: string, bad = false): void {
  if (toasts.at(-1)?.text === text) clearTimeout(newest);
  else toasts.push({ id: ++count, text, bad });
  const id = count;
  newest = setTimeout(() => {
    const at = toasts.findIndex((toast) => toast.id === id);
    if (at >= 0) toasts.splice(at, 1);
  }, SHOWN_MS);
}
