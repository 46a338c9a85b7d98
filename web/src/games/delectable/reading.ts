// What the board of Delectable reads out of a view and the offers.
import type { LogLine, Offer } from "../../lib/wire";

export const PILES = ["server", "chef", "food", "equipment", "review"] as const;
export const RESOURCES = ["server", "chef", "food", "equipment"] as const;

export type Pile = (typeof PILES)[number];
export type Resource = (typeof RESOURCES)[number];

export const PLURALS: Record<Pile, string> = {
  server: "servers",
  chef: "chefs",
  food: "food",
  equipment: "equipment",
  review: "reviews",
};

export interface CardFacts {
  name: string;
  kind: Pile;
  stars: number;
  cost: number;
  to: Record<Resource, number>;
  discarded: number;
}

/** The sum of a roll without the die. */
export interface Sum {
  card: number;
  cost: number;
  discards: number;
  hand: number;
  stars: number;
  needed: number;
  percent: number;
}

export interface Heap {
  top: number | null;
  height: number;
}

export interface View {
  players: number;
  turn: number;
  moment: "turn" | "roll" | "again" | "steal" | "give" | "over";
  deck: number;
  discard: Heap;
  market: Record<Pile, Heap>;
  discards: number;
  rolls: Partial<Record<Pile, Sum>>;
  hands: number[][];
  restaurants: number[][];
  worth: number[][];
  quality: number[];
  resources: Array<Record<Resource, number>>;
  counted: number;
  rightmost: number;
  scores: number[];
}

/** A roll that was made, as everybody heard it. */
export interface Roll {
  /** Which line of the log it is. */
  seq: number;
  seat: number;
  card: number;
  die: number;
  discards: number;
  hand: number;
  stars: number;
  total: number;
  cost: number;
  taken: boolean;
}

/** `+2`, `+0`, `−1`. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}

/** The last roll among the news, if there was one. */
export function rollIn(news: readonly LogLine[]): Roll | null {
  const told = news.findLast((line) => line.about?.event === "roll");
  return told ? ({ ...told.about, seq: told.seq } as Roll) : null;
}

/** The cards that have come from the deck to the market. */
export function drawnIn(news: readonly LogLine[]): Set<number> {
  return new Set(news.filter((line) => line.about?.event === "draw").map((line) => line.about!.card as number));
}

/** What the die must show, in a word. */
export function dieWord(sum: Sum): string {
  if (sum.percent === 100) return "any";
  if (sum.percent === 0) return "never";
  return `${sum.needed}+`;
}

/** What is added to the die, and what it must reach, for those who hear the table. */
export function sumSentence(sum: Sum): string {
  return `the die ${signed(sum.discards)} discards ${signed(sum.hand)} hand ${signed(sum.stars)} stars against ${sum.cost}`;
}

/** What picking the card at that place of the hand can mean: the longest stretch to commit first, discarding last. */
export function offersAt(offers: readonly Offer[], position: number): Offer[] {
  const commits = offers.filter(
    (offer) => offer.verb === "commit" && offer.about.first <= position && position <= offer.about.last,
  );
  const others = offers.filter((offer) => offer.about.position === position);
  return [
    ...commits.sort((one, other) => stretch(other) - stretch(one)),
    ...others.filter((offer) => offer.verb !== "discard"),
    ...others.filter((offer) => offer.verb === "discard"),
  ];
}

function stretch(commit: Offer): number {
  return commit.about.last - commit.about.first;
}

/** The stretches that are part of no longer one. */
export function longestCommits(offers: readonly Offer[]): Offer[] {
  const commits = offers.filter((offer) => offer.verb === "commit");
  return commits.filter(
    (one) =>
      !commits.some(
        (other) => other !== one && other.about.first <= one.about.first && one.about.last <= other.about.last,
      ),
  );
}

/** A resource of a restaurant. */
export interface Column {
  kind: Resource;
  score: number;
  /** The cards, each with what it counts. */
  cards: Array<{ card: number; worth: number }>;
  /** Whether it is among those that count now. */
  counts: boolean;
  /** Whether it is the lowest of those: the score. */
  lowest: boolean;
}

/** A restaurant in columns; the best ones count, and the lowest of those is the score. */
export function columnsOf(view: View, seat: number, faces: readonly CardFacts[]): Column[] {
  const scores = view.resources[seat];
  const ranked = [...RESOURCES].sort((one, other) => scores[other] - scores[one]);
  const counting = ranked.slice(0, view.counted);
  const cards = view.restaurants[seat].map((card, at) => ({ card, worth: view.worth[seat][at] }));
  return RESOURCES.map((kind) => ({
    kind,
    score: scores[kind],
    cards: cards.filter((one) => faces[one.card].kind === kind),
    counts: counting.includes(kind),
    lowest: scores[ranked[0]] > 0 && kind === counting.at(-1),
  }));
}

/** The reviews of a restaurant. */
export function reviewsOf(view: View, seat: number, faces: readonly CardFacts[]): number[] {
  return view.restaurants[seat].filter((card) => faces[card].kind === "review");
}
