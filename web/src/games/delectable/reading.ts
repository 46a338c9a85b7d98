// What the board of Delectable reads out of a view and the offers.
import { heardIn, offersFor, type Line, type Of, type Offered } from "../contract";
import type { Constants, Face, Game, Offer, RollHeard, RollSum, View } from "./shapes";

export type Pile = Constants["piles"][number];
export type Resource = Constants["resources"][number];
export type Counting = View["why"][number][number];

export const PLURALS: Record<Pile, string> = {
  server: "servers",
  chef: "chefs",
  food: "food",
  equipment: "equipment",
  review: "reviews",
};

export type Offering = Offered<Offer>;
export type News = readonly Line<Game>[];
/** A roll that was made, and which line of the log tells of it. */
export type Roll = RollHeard & { seq: number };

/** `+2`, `+0`, `−1`. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}

/** The last roll among the news, if there was one. */
export function rollIn(news: News): Roll | null {
  return heardIn(news, "roll").at(-1) ?? null;
}

/** The cards that have come from the deck to the market. */
export function drawnIn(news: News): Set<number> {
  return new Set(heardIn(news, "draw").map((told) => told.card));
}

/** What the die must show, in a word. */
export function dieWord(sum: RollSum): string {
  if (sum.percent === 100) return "any";
  if (sum.percent === 0) return "never";
  return `${sum.needed}+`;
}

/** What is added to the die, and what the sum must reach, for screen readers. */
export function sumSentence(sum: RollSum): string {
  return `the die ${signed(sum.discards)} discards ${signed(sum.hand)} hand ${signed(sum.stars)} stars against ${sum.cost}`;
}

/** What picking the card at that place of the hand can mean: the longest stretch to commit first, discarding last. */
export function offersAt(offers: readonly Offering[], position: number): Offering[] {
  const commits = offersFor(offers, "commit").filter(({ about }) => about.first <= position && position <= about.last);
  return [
    ...commits.sort((one, other) => stretch(other) - stretch(one)),
    ...offersFor(offers, ["review", "give"], { position }),
    ...offersFor(offers, "discard", { position }),
  ];
}

type Commit = Of<Offering, "verb", "commit">;

/** Which cards a stretch has: `Commit Shy Trainee 2★ + Velvet-Voiced Vincent 5★`. */
export function commitWords({ about }: Commit, faces: readonly Face[]): string {
  return `Commit ${about.cards.map((card) => `${faces[card].name} ${faces[card].stars}★`).join(" + ")}`;
}

function stretch({ about }: Commit): number {
  return about.last - about.first;
}

/** The longest stretches: those that no other contains. */
export function longestCommits(offers: readonly Offering[]): Commit[] {
  const commits = offersFor(offers, "commit");
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
  cards: Array<{ card: number; worth: number; why: Counting }>;
  /** Whether it is among those that count now. */
  counts: boolean;
  /** Whether it is the lowest of those: the score. */
  lowest: boolean;
}

/** A restaurant in columns. */
export function columnsOf(view: View, seat: number, faces: readonly Face[], resources: readonly Resource[]): Column[] {
  const cards = view.restaurants[seat].map((card, at) => ({ card, worth: view.worth[seat][at], why: view.why[seat][at] }));
  return resources.map((kind) => ({
    kind,
    score: view.resources[seat][kind],
    cards: cards.filter((one) => faces[one.card].kind === kind),
    counts: view.counting[seat].includes(kind),
    lowest: view.lowest[seat] === kind,
  }));
}

/** The reviews of a restaurant. */
export function reviewsOf(view: View, seat: number, faces: readonly Face[]): number[] {
  return view.restaurants[seat].filter((card) => faces[card].kind === "review");
}
