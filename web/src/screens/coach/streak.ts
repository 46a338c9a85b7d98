// Which dishes of the day this browser has solved. Nobody else is told.
const KEY = "maitred.puzzles";
const DAY_MS = 86_400_000;
const MOST = 800;

/** For each game, the days that were solved at the first try, or only later. */
export type Solved = Record<string, Record<string, "first" | "later">>;

export function solved(): Solved {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? (kept as Solved) : {};
  } catch {
    return {};
  }
}

/** Remember that a dish was solved: at the first try or later. */
export function keepSolved(game: string, day: string, how: "first" | "later"): Solved {
  const all = solved();
  const days = { ...all[game] };
  days[day] ??= how;
  const newest = Object.entries(days).sort().slice(-MOST);
  const kept = { ...all, [game]: Object.fromEntries(newest) };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays.
  }
  return kept;
}

export const before = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** How many days in a row were solved at the first try, up to today, or to yesterday if today is still open. */
export function streak(days: Record<string, "first" | "later">, today: string): number {
  let day = days[today] ? today : before(today);
  let count = 0;
  while (days[day] === "first") {
    count++;
    day = before(day);
  }
  return count;
}
