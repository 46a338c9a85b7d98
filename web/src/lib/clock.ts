// Clocks keep running between two messages.

/** Milliseconds left of a clock that showed `left` at `told`, now. */
export function remaining(left: number, told: number, now: number, ticking: boolean): number {
  return Math.max(0, ticking ? left - (now - told) : left);
}

/** `12:05`, and tenths in the last ten seconds: `7.3`. */
export function shownTime(left: number): string {
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `just now`, `5 minutes ago`, `3 days ago`. */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  const told = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"} ago`;
  if (minutes < 1) return "just now";
  if (minutes < 60) return told(minutes, "minute");
  if (minutes < 60 * 24) return told(Math.floor(minutes / 60), "hour");
  return told(Math.floor(minutes / 60 / 24), "day");
}
