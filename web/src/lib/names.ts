// Texts of the server name a seat as {0}; here its player's name is put there.
import type { SeatFacts } from "./wire";

const SEAT = /\{(\d)\}/g;
const UNIT = /(\d) (?=(%|VP|min)(?!\w))/g;
const ARROW = / → /g;

/** The text with the players' names where they go, and with every number and its unit, and before and after, in one line. */
export function named(text: string, names: readonly string[]): string {
  return text.replace(UNIT, "$1\u00a0").replace(ARROW, "\u00a0→\u00a0").replace(SEAT, (whole, seat: string) => names[Number(seat)] ?? whole);
}

/** What the players are called, by seat; nobody has come yet to an open one. */
export function namesOf(seats: readonly SeatFacts[]): string[] {
  return seats.map((seat, at) => seat.name || `Seat ${at + 1}`);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** `1 card`, `3 cards`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

const WIDE_LETTERS = /[mw]/gi;
const NARROW_LETTERS = /[fijlrt’']/g;

/** About how many letters of middling width a word is as wide as. */
export function breadth(word: string): number {
  const count = (letters: RegExp) => word.match(letters)?.length ?? 0;
  return word.length + 0.6 * count(WIDE_LETTERS) - 0.45 * count(NARROW_LETTERS);
}

/** The parts of a name between which a line may end, though no space is there: `all’`, `Arrabbiata`. */
export function elided(name: string): string[] {
  return name.split(/(?<=’)(?=\p{L}{3})/u);
}
