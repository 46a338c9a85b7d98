// What the board works out from what it sees: which stack refills, where an offer is taken, what to tell a beginner.
// The offers say what may be done, and the view how far the plates in hand go.
import { counted } from "../../lib/names";
import { offersFor, type Line, type Offered } from "../contract";
import { Faces } from "../faces";
import type { Covers, Face, Game, Held, Offer, PlateFace, TableFace, View } from "./shapes";

export type Offering = Offered<Offer>;
export type News = readonly Line<Game>[];
/** How a plate of an order is covered by the hand: by its own, by a wild one, or not at all. */
export type Cover = Covers["section"][number][number];

/** What everything that can be grabbed has in common. */
export interface GrabProps {
  /** Where it is on the board (`placeOf`). */
  place: string;
  key?: string;
  from?: string;
  pressed?: boolean;
  hinted?: boolean;
  /** Whether it is done as soon as a token comes. */
  wished?: boolean;
  /** Whether it could be wished for. */
  waits?: boolean;
  /** The actions that it can mean. */
  actions?: string;
  /** Who was faster, while that is shown. */
  gone?: string;
  onclick?: () => void;
}

/** The two sides of the cards. */
export class Sides extends Faces<Face> {
  plate(at: number): PlateFace {
    return this.of(at, (face) => face.side === "plate");
  }

  table(at: number): TableFace {
    return this.of(at, (face) => face.side === "table");
  }
}

/** The stack that refills the Lounge: one by its number, the tallest, or whichever the player picks each time. */
export type Refill = "tallest" | "ask" | number;

export function refillsOf(stacks: number): Refill[] {
  return ["tallest", ...Array.from({ length: stacks }, (_, stack) => stack), "ask"];
}

/** The plates of an order that the hand does not cover. */
export function lacking(order: readonly number[], covers: readonly Cover[]): number[] {
  return order.filter((_, at) => covers[at] === "lacking");
}

/** Plates in words, equal ones counted: `2 Pancakes, Salad`. */
export function plateWords(plates: readonly number[], sides: Sides): string {
  const words: string[] = [];
  for (const plate of new Set(plates)) {
    const many = plates.filter((one) => one === plate).length;
    words.push(many > 1 ? `${many} ${sides.name(plate)}` : sides.name(plate));
  }
  return words.join(", ");
}

/** How much of another's hand is known: `3 plates, 1 seen when drawn`. */
export function handWords(hand: readonly Held[]): string {
  const known = hand.filter(({ plate }) => plate !== null).length;
  return `${counted(hand.length, "plate")}, ${known ? `${known} seen when drawn` : "seen from behind"}`;
}

export function dollars(value: number): string {
  return value < 0 ? `−$${-value}` : `$${value}`;
}

/** Of the offers that differ only in the stack that refills, those that the player's wish leaves. */
export function refilled<Some extends Offering>(offers: readonly Some[], wish: Refill, heights: readonly number[]): Some[] {
  if (wish === "ask" || offers.length < 2) return [...offers];
  const stackOf = (offer: Some) => ("stack" in offer.about ? offer.about.stack : 0);
  const wished = offers.filter((offer) => stackOf(offer) === wish);
  if (wished.length) return wished;
  return [offers.reduce((best, offer) => (heights[stackOf(offer)] > heights[stackOf(best)] ? offer : best))];
}

/** Where on the board an offer is taken: that place shows that it is on its way, and shakes when it came too late. */
export function placeOf(offer: Offering): string {
  switch (offer.verb) {
    case "draw":
      return `stack-${offer.about.stack}`;
    case "seat":
    case "counter":
      return `slot-${offer.about.slot}`;
    case "serve":
      return `table-${offer.about.table}`;
  }
  return offer.verb;
}

/** What somebody without a token wants to do with the next one: at a place, with the card that lies there now. */
export interface Wish {
  verb: "draw" | "seat" | "counter" | "serve";
  place: string;
  /** The card that it is about: the plate on the stack, or the party. */
  card: number;
}

/** The card at a place of the board; null if there is none. */
function cardAt(view: View, seat: number, place: string): number | null {
  const at = Number(place.slice(place.indexOf("-") + 1));
  if (place.startsWith("stack-")) return view.kitchen[at]?.top ?? null;
  if (place.startsWith("slot-")) return view.lounge[at] ?? null;
  return view.sections[seat].includes(at) ? at : null;
}

/** A wish for what lies at a place; null if there is nothing to wish for. */
export function wishAt(view: View, seat: number, place: string, verb: Wish["verb"]): Wish | null {
  const card = cardAt(view, seat, place);
  return card === null ? null : { verb, place, card };
}

/** Whether what was wished for is still there. */
export function stands(wish: Wish, view: View, seat: number): boolean {
  return cardAt(view, seat, wish.place) === wish.card;
}

/** The offers that fulfil a wish. */
export function fulfilling(wish: Wish, offers: readonly Offering[]): Offering[] {
  return offers.filter((offer) => {
    if (offer.verb !== wish.verb || placeOf(offer) !== wish.place) return false;
    return offer.verb === "draw" ? offer.about.plate === wish.card : "table" in offer.about && offer.about.table === wish.card;
  });
}

/** With this many cards left, the end begins to be felt. */
export const LAST_CARDS = 8;

/** A sentence for somebody who plays for the first time: something good that can be done now. */
export function advice(view: View, seat: number, offers: readonly Offering[], sides: Sides, wild: number): string {
  if (view.closed || !view.covers) return "";
  const { lounge, section } = view.covers;
  const [served] = offersFor(offers, "serve").sort((a, b) => sides.table(b.about.table).value - sides.table(a.about.table).value);
  if (served) {
    const { name, value } = sides.table(served.about.table);
    return `Order up! You carry everything for ${name}: serve them for ${dollars(value)}.`;
  }
  // A token and no offers mean that the game is paused.
  if (!offers.length && !view.waits) return "";
  if (!offers.length) return "You have no token: wait. One is passed to you when the player before you acts.";
  const waiting = view.sections[seat].map((table, at) => ({ table, lacks: lacking(sides.table(table).order, section[at]) }));
  waiting.sort((a, b) => a.lacks.length - b.lacks.length);
  const draws = offersFor(offers, "draw");
  for (const { table, lacks } of waiting) {
    const draw = draws.find(({ about }) => lacks.includes(about.plate) || about.plate === wild);
    if (!draw) continue;
    const { plate, stack } = draw.about;
    return `For ${sides.name(table)} you lack ${plateWords(lacks, sides)}: draw ${sides.name(plate)} from stack ${stack + 1}.`;
  }
  const [seats] = offersFor(offers, "seat")
    .map(({ about }) => ({ table: about.table, lacks: lacking(sides.table(about.table).order, lounge[about.slot]) }))
    .sort((a, b) => a.lacks.length - b.lacks.length);
  if (seats && waiting.length < 2) {
    const seated = `Seat ${sides.name(seats.table)}`;
    return seats.lacks.length
      ? `${seated}: you lack only ${plateWords(seats.lacks, sides)} of their order.`
      : `${seated}: you carry everything they order, and can serve them with your next token.`;
  }
  const [draw] = draws;
  return draw ? `Nothing fits just now: draw ${sides.name(draw.about.plate)}, or send a party to the counter for a new one.` : "";
}
