// What the board works out from view and offers: which offer belongs to which card on the table.
import type { Offer } from "../../lib/wire";
import type { Face } from "../contract";

export interface Needs {
  primary: number;
  secondary: number;
}

export interface ScoreLine {
  line: string;
  card: number | null;
  points: number;
}

export interface MealView {
  recipe: number;
  goods: number[];
  level: number;
  full: boolean;
  replaced: boolean;
  this_turn: boolean;
  more: number;
}

export interface BeforeView {
  owner: number;
  card: number | null;
  revealed: boolean;
  fate: Fate | null;
  used_on: number | null;
}

export type Fate = "standing" | "blocked" | "resolved";

export interface PotView {
  seat: number;
  recipe: number;
  goods: number[];
  needs?: Needs;
  price?: number;
  level?: number;
  full?: boolean;
  would_score?: number;
  would_lines?: ScoreLine[];
  trackable?: number[];
}

export interface StationView {
  deck: string;
  cuisine: string;
  restaurant: string;
  ability: string;
  draw: number;
  hand: number;
  cards: number[] | null;
  shown: number[];
  discard: number;
  seen: number[];
  unseen: number[] | null;
  top: number[] | null;
  prepared: number[];
  meals: MealView[];
  would_score: number;
  would_lines: ScoreLine[];
  trackable: number[];
  menu: Array<{ recipe: number; needs: Needs }> | null;
  utensils: Array<"not in play" | "up" | "down">;
  wins: number[];
  /** The course that can be tracked next, where courses are tracked in their order. */
  next_course: string | null;
  before: BeforeView[];
  vp: number;
  lines: ScoreLine[];
  brought: number[] | null;
}

export interface TableView {
  players: number;
  round: number;
  rounds: number;
  goal: number;
  reached: boolean;
  first: number;
  turn: number;
  moment: string;
  actors: number[];
  left: number;
  roles: Array<{ role: string; counterpart: number | null }>;
  supply: string;
  pot: PotView | null;
  resolving: number | null;
  picked: number | null;
  stations: StationView[];
  scores: number[];
}

/** Whose deck a card is of. */
export function seatOf(card: number, view: TableView, faces: readonly Face[]): number {
  return view.stations.findIndex((station) => station.deck === faces[card].deck);
}

const HAND = ["play", "second play", "discard", "give up", "pay", "swap"];
const ON_MEALS = ["more", "less", "lose", "meal", "replace"];

/**
 * Where on the table an offer is taken up: `hand/12`, `prepared/0/12`, `meal/1/30`, `good/1/12`, `win/1/12`,
 * `utensil/1/9`, `pile/12` (the own discard pile), `row/2` (the cards before the scorer), or `bar` for all that is no card.
 */
export function spotOf(offer: Offer, view: TableView, faces: readonly Face[]): string {
  const { card, place } = offer.about as { card?: number | null; place?: number };
  if (place !== undefined) return `row/${place}`;
  if (card === undefined || card === null) return "bar";
  if (HAND.includes(view.moment)) return `hand/${card}`;
  const seat = seatOf(card, view, faces);
  const kind = faces[card].kind;
  if (view.moment === "track") return `${kind === "recipe" ? "meal" : "good"}/${seat}/${card}`;
  if (view.moment === "cook" || view.moment === "swap cost") return `prepared/${seat}/${card}`;
  if (kind === "utensil") return `utensil/${seat}/${card}`;
  if (ON_MEALS.includes(offer.verb)) return `meal/${seat}/${card}`;
  if (offer.verb === "disrupt") return `win/${seat}/${card}`;
  if (offer.verb === "take" || offer.verb === "reuse") return `pile/${card}`;
  return `${view.moment === "aim again" ? "good" : "prepared"}/${seat}/${card}`;
}

/** Whether there is a card on the table, as this seat sees it, at that spot. */
function lies(spot: string, view: TableView, seat: number | null): boolean {
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
export function spotsOf(
  offers: readonly Offer[],
  view: TableView,
  faces: readonly Face[],
  seat: number | null,
): Map<string, Offer[]> {
  const spots = new Map<string, Offer[]>();
  for (const offer of offers) {
    const wanted = spotOf(offer, view, faces);
    const spot = lies(wanted, view, seat) ? wanted : "bar";
    spots.set(spot, [...(spots.get(spot) ?? []), offer]);
  }
  return spots;
}

const DIGITS = "1234567890";

/** The digit keys of the cards that can be picked, in the order in which they lie. */
export function digitsOf(spots: ReadonlyMap<string, Offer[]>, hand: readonly number[]): Map<string, string> {
  const at = (spot: string) => (spot.startsWith("hand/") ? hand.indexOf(Number(spot.slice(5))) : -1);
  const ordered = [...spots.keys()].filter((spot) => spot !== "bar").sort((a, b) => at(a) - at(b));
  return new Map(ordered.slice(0, DIGITS.length).map((spot, index) => [spot, DIGITS[index]]));
}

const HAND_ORDER = ["recipe", "primary", "secondary", "optional", "utensil", "action"];

/** A hand in the order in which it is played with: recipes, what goes into them, utensils, actions. */
export function sorted(cards: readonly number[], faces: readonly Face[]): number[] {
  const rank = (card: number) => HAND_ORDER.indexOf(faces[card].kind);
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

/** Where a card may be dropped: the places of the table, each with what dropping it there does. */
export function dropsOf(offers: readonly Offer[]): Map<string, Offer> {
  const drops = new Map<string, Offer>();
  for (const offer of offers) {
    const place = offer.verb === "place" ? `seat/${offer.about.seat}` : (DROPS[offer.verb] ?? null);
    if (place) drops.set(place, offer);
  }
  return drops;
}

const DROPS: Record<string, string> = {
  prepare: "prepared",
  cook: "meals",
  put: "utensils",
  add: "pot",
  discard: "discard",
  pay: "discard",
};
