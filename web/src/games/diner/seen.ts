// What the board works out from what it sees: how far the plates in hand go, which stack refills, what to tell a beginner.
// Whether something may be done is never worked out here: that is in the offers.
import { offersFor, type Face } from "../contract";
import { counted } from "../../lib/names";
import type { Offer } from "../../lib/wire";

export interface Held {
  /** In another's hand known only if it was seen when drawn. */
  plate: number | null;
  table: number;
}

export interface DinerView {
  players: number;
  seat: number | null;
  pace: "live" | "calm";
  closed: boolean;
  breaks: number;
  tokens: number[];
  kitchen: Array<{ top: number | null; height: number }>;
  lounge: number[];
  sink: number[];
  hands: Held[][];
  sections: number[][];
  tips: number[][];
  scores: number[];
}

export const PLATES = 6;

/** A stack that refills the Lounge: a number, the tallest one, or whichever the person names each time. */
export type Refill = "tallest" | "ask" | 0 | 1 | 2;
export const REFILLS: Refill[] = ["tallest", 0, 1, 2, "ask"];

/** How a plate of an order is covered by the hand: by its own, by a wild one, or not at all. */
export type Cover = "held" | "wild" | "lacking";

/** How many of each plate are in a hand that shows its plates. */
export function counts(hand: readonly Held[]): number[] {
  const found = Array<number>(PLATES).fill(0);
  for (const { plate } of hand) if (plate !== null) found[plate]++;
  return found;
}

export function wildOf(faces: readonly Face[]): number {
  return faces.findIndex((face) => face.kind === "blue");
}

/** Each plate of an order with how the hand covers it; exact plates first, then wild ones. */
export function covered(order: readonly number[], hand: readonly number[], wild: number): Cover[] {
  const left = [...hand];
  const covers = order.map((plate): Cover => (left[plate]-- > 0 ? "held" : "lacking"));
  return covers.map((cover) => (cover === "lacking" && left[wild]-- > 0 ? "wild" : cover));
}

/** The plates of an order that the hand does not cover. */
export function lacking(order: readonly number[], hand: readonly number[], wild: number): number[] {
  const covers = covered(order, hand, wild);
  return order.filter((_, at) => covers[at] === "lacking");
}

/** Equal plates told once: `2 Pancakes, Salad`. */
export function plateWords(plates: readonly number[], faces: readonly Face[]): string {
  const words: string[] = [];
  for (const plate of new Set(plates)) {
    const many = plates.filter((one) => one === plate).length;
    words.push(many > 1 ? `${many} ${faces[plate].name}` : String(faces[plate].name));
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

/** Of the offers that differ only in the stack that refills, those that the person's wish leaves. */
export function refilled(offers: readonly Offer[], wish: Refill, heights: readonly number[]): Offer[] {
  if (wish === "ask" || offers.length < 2) return [...offers];
  const wished = offers.filter((offer) => offer.about.stack === wish);
  if (wished.length) return wished;
  const tallest = offers.reduce((best, offer) =>
    heights[offer.about.stack as number] > heights[best.about.stack as number] ? offer : best,
  );
  return [tallest];
}

/** Where on the board an offer is taken: what shows that it is on its way, and shakes when it came too late. */
export function placeOf(offer: Offer): string {
  if (offer.verb === "draw") return `stack-${offer.about.stack}`;
  if (offer.verb === "seat" || offer.verb === "counter") return `slot-${offer.about.slot}`;
  if (offer.verb === "serve") return `table-${offer.about.table}`;
  return offer.verb;
}

/** A sentence for somebody who plays for the first time: something good that can be done now. */
export function advice(view: DinerView, seat: number, offers: readonly Offer[], faces: readonly Face[]): string {
  if (view.closed) return "";
  const name = (face: number) => String(faces[face].name);
  const served = offersFor(offers, "serve").sort((a, b) => faces[b.about.table].value - faces[a.about.table].value)[0];
  if (served) return `Order up! You carry everything for ${name(served.about.table)}: serve them for ${dollars(faces[served.about.table].value)}.`;
  // With a token and nothing to do the game is paused.
  if (!offers.length && view.tokens[seat]) return "";
  if (!offers.length) return "You have no token: wait. One is passed to you when the player before you acts.";
  const hand = counts(view.hands[seat]);
  const wild = wildOf(faces);
  const waiting = view.sections[seat].map((table) => ({ table, lacks: lacking(faces[table].order, hand, wild) }));
  waiting.sort((a, b) => a.lacks.length - b.lacks.length);
  const draws = offersFor(offers, "draw");
  for (const { table, lacks } of waiting) {
    const draw = draws.find((offer) => lacks.includes(offer.about.plate) || offer.about.plate === wild);
    if (draw) return `For ${name(table)} you lack ${plateWords(lacks, faces)}: draw ${name(draw.about.plate)} from stack ${draw.about.stack + 1}.`;
  }
  const seats = offersFor(offers, "seat")
    .map((offer) => ({ offer, lacks: lacking(faces[offer.about.table].order, hand, wild) }))
    .sort((a, b) => a.lacks.length - b.lacks.length);
  if (seats.length && waiting.length < 2) {
    const { offer, lacks } = seats[0];
    return lacks.length
      ? `Seat ${name(offer.about.table)}: of what they order you lack only ${plateWords(lacks, faces)}.`
      : `Seat ${name(offer.about.table)}: you carry all they order, and can serve them with your next token.`;
  }
  const draw = draws[0];
  return draw ? `Nothing fits just now: draw ${name(draw.about.plate)}, or send a party to the counter for a new one.` : "";
}
