// How long to wait before the next attempt: longer each time, and not everybody at once.
const WAITS = [300, 700, 1500, 3000, 6000, 10_000];

/** Milliseconds before attempt number `attempt`, counted from 0. */
export function wait(attempt: number, random: () => number = Math.random): number {
  const most = WAITS[Math.min(attempt, WAITS.length - 1)];
  return most * (0.6 + 0.4 * random());
}
