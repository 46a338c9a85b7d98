// Texts of the server name a seat as {0}; here its player's name is put there.
import type { SeatFacts } from "./wire";

const SEAT = /\{(\d)\}/g;

/** The text with the players' names where they go. */
export function named(text: string, names: readonly string[]): string {
  return text.replace(SEAT, (whole, seat: string) => names[Number(seat)] ?? whole);
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
