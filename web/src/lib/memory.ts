// Which tables this browser has sat at. The seats themselves are held by cookies that no script can read.
const KEY = "maitred.tables";
const MOST = 30;

export interface Remembered {
  table: string;
  game: string;
  at: number;
}

export function remembered(): Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Remembered[]) : [];
  } catch {
    return [];
  }
}

function keep(tables: Remembered[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function remember(table: string, game: string): void {
  keep([{ table, game, at: Date.now() }, ...remembered().filter((one) => one.table !== table)]);
}

export function forget(table: string): void {
  keep(remembered().filter((one) => one.table !== table));
}

const TAB = "maitred.seats.";

/** The seats that are played in this tab, of those the browser holds: two tabs can be two players. */
export function seatsOfTab(table: string, held: readonly number[]): number[] {
  const kept = sessionStorage.getItem(TAB + table);
  const here = kept === null ? held : held.filter((seat) => kept.split(",").includes(String(seat)));
  return [...(here.length ? here : held)];
}

export function keepSeatsOfTab(table: string, seats: readonly number[]): void {
  sessionStorage.setItem(TAB + table, seats.join(","));
}
