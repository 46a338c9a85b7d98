// What the board works out from view and offers: which offer belongs to which card on the table.
import type { Line, Offered } from "../contract";
import type { Constants, Face, Game, Needs, Offer, ScoreLine, View } from "./shapes";

export type Offering = Offered<Offer>;
export type News = readonly Line<Game>[];
export type Role = View["roles"][number]["role"];

/**
 * Where on the table an offer is taken up: `hand/12`, `prepared/0/12`, `meal/1/30`, `good/1/12`, `win/1/12`,
 * `utensil/1/9`, `pile/12` (the player's own discard pile), `row/2` (the cards before the scorer), or `bar` for everything that is no card.
 */
export function spotOf({ about }: Offering): string {
  if ("place" in about) return `row/${about.place}`;
  if (!("card" in about)) return "bar";
  const { area, owner, card } = about;
  return area === "hand" || area === "pile" ? `${area}/${card}` : `${area}/${owner}/${card}`;
}

/** Whether this seat sees a card at that spot of the table. */
function lies(spot: string, view: View, seat: number | null): boolean {
  const [zone, first, second] = spot.split("/");
  const own = view.stations[seat ?? -1];
  const station = view.stations[Number(first)];
  const card = Number(second);
  switch (zone) {
    case "row":
      return view.stations[view.turn].before[Number(first)]?.revealed ?? false;
    case "hand":
      return own?.cards?.includes(Number(first)) ?? false;
    case "pile":
      return own !== undefined;
    case "prepared":
      return station.prepared.includes(card);
    case "meal":
      return station.meals.some((meal) => meal.recipe === card);
    case "good":
      return station.meals.some((meal) => meal.goods.includes(card));
    case "win":
      return station.wins.includes(card);
  }
  return zone === "utensil";
}

/** The offers by where they are taken up: at a card, or in the bar if there is none. */
export function spotsOf(offers: readonly Offering[], view: View, seat: number | null): Map<string, Offering[]> {
  const spots = new Map<string, Offering[]>();
  for (const offer of offers) {
    const wanted = spotOf(offer);
    const spot = lies(wanted, view, seat) ? wanted : "bar";
    spots.set(spot, [...(spots.get(spot) ?? []), offer]);
  }
  return spots;
}

/** The other player on whose station something is to be picked; null if there is none. */
export function aimedAt(spots: ReadonlyMap<string, Offering[]>, seat: number | null): number | null {
  for (const spot of spots.keys()) {
    const [, owner, card] = spot.split("/");
    if (card !== undefined && Number(owner) !== seat) return Number(owner);
  }
  return null;
}

const DIGITS = "1234567890";

/** The digit keys of the cards that can be picked, in the order in which they lie. */
export function digitsOf(spots: Iterable<string>, hand: readonly number[]): Map<string, string> {
  const at = (spot: string) => (spot.startsWith("hand/") ? hand.indexOf(Number(spot.slice(5))) : -1);
  const ordered = [...spots].filter((spot) => spot !== "bar").sort((a, b) => at(a) - at(b));
  return new Map(ordered.slice(0, DIGITS.length).map((spot, index) => [spot, DIGITS[index]]));
}

/** A hand sorted by kind, in the order that the game gives. */
export function sorted(cards: readonly number[], faces: readonly Face[], order: Constants["hand_order"]): number[] {
  const rank = (card: number) => order.indexOf(faces[card].kind);
  return [...cards].sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Cards of one kind together, each kind with how many. */
export function counts(cards: readonly number[]): Array<{ card: number; number: number }> {
  const found = new Map<number, number>();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found].map(([card, number]) => ({ card, number }));
}

/** What the lines give for one recipe. */
export function pointsOf(lines: readonly ScoreLine[], card: number): number {
  return lines.reduce((sum, line) => sum + (line.card === card ? line.points : 0), 0);
}

/** `1 primary and 2 secondaries`; empty if nothing is missing. */
export function lacking(needs: Needs): string {
  const parts: string[] = [];
  if (needs.primary) parts.push("a primary");
  if (needs.secondary) parts.push(needs.secondary === 1 ? "a secondary" : `${needs.secondary} secondaries`);
  return parts.join(" and ");
}

/** `+3`, `−1`. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

const DROPS: Partial<Record<Offering["verb"], string>> = {
  prepare: "prepared",
  cook: "meals",
  put: "utensils",
  add: "pot",
  discard: "discard",
  pay: "discard",
};

/** Where a card may be dropped: the places of the table, each with what dropping it there does. */
export function dropsOf(offers: readonly Offering[]): Map<string, Offering> {
  const drops = new Map<string, Offering>();
  for (const offer of offers) {
    const place = offer.verb === "place" ? `seat/${offer.about.seat}` : DROPS[offer.verb];
    if (place) drops.set(place, offer);
  }
  return drops;
}
