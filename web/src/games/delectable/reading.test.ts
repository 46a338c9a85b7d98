import { describe, expect, it } from "vitest";
import type { LogLine, Offer } from "../../lib/wire";
import { columnsOf, dieWord, drawnIn, longestCommits, offersAt, rollIn, signed, sumSentence } from "./reading";
import type { CardFacts, Pile, View } from "./reading";

let action = 0;
function offer(verb: string, about: Record<string, unknown>): Offer {
  return { action: action++, stamp: 0, verb, label: verb, about };
}

function face(kind: Pile, stars: number): CardFacts {
  return { name: `${kind} ${stars}`, kind, stars, cost: 9, to: { server: 0, chef: 0, food: 0, equipment: 0 }, discarded: 0 };
}

function line(about: Record<string, unknown>): LogLine {
  return { seq: 1, kind: "game", seat: null, text: "", about };
}

describe("sums", () => {
  const sum = { card: 0, cost: 15, discards: 3, hand: -1, stars: 2, needed: 11, percent: 50 };

  it("says what the die must show", () => {
    expect(dieWord(sum)).toBe("11+");
    expect(dieWord({ ...sum, needed: 1, percent: 100 })).toBe("any");
    expect(dieWord({ ...sum, needed: 21, percent: 0 })).toBe("never");
    expect(sumSentence(sum)).toBe("the die +3 discards −1 hand +2 stars against 15");
  });

  it("signs numbers", () => {
    expect([2, 0, -1].map(signed)).toEqual(["+2", "+0", "−1"]);
  });
});

describe("news", () => {
  it("finds the last roll and the cards drawn", () => {
    const news = [line({ event: "roll", die: 3 }), line({ event: "draw", card: 7 }), line({ event: "roll", die: 9 })];
    expect(rollIn(news)?.die).toBe(9);
    expect(drawnIn(news)).toEqual(new Set([7]));
    expect(rollIn([line({ event: "turn" })])).toBeNull();
  });
});

describe("a hand", () => {
  const two = offer("commit", { first: 0, last: 1 });
  const three = offer("commit", { first: 0, last: 2 });
  const other = offer("commit", { first: 1, last: 2 });
  const apart = offer("commit", { first: 4, last: 5 });
  const discard = offer("discard", { position: 1 });
  const review = offer("review", { position: 3, seat: 0 });
  const throwReview = offer("discard", { position: 3 });
  const offers = [review, two, three, other, apart, discard, throwReview];

  it("offers the longest stretch first and discarding last", () => {
    expect(offersAt(offers, 1)).toEqual([three, two, other, discard]);
    expect(offersAt(offers, 3)).toEqual([review, throwReview]);
    expect(offersAt(offers, 6)).toEqual([]);
  });

  it("knows which stretches are part of no longer one", () => {
    expect(longestCommits(offers)).toEqual([three, apart]);
  });
});

describe("a restaurant", () => {
  const faces = [face("server", 4), face("chef", 2), face("server", 3), face("review", 5)];
  const view = {
    restaurants: [[0, 1, 2, 3]],
    worth: [[3, 1, 2, 0]],
    resources: [{ server: 5, chef: 1, food: 0, equipment: 0 }],
    counted: 2,
  } as unknown as View;

  it("stands in four columns, of which the best count and the lowest is the score", () => {
    const columns = columnsOf(view, 0, faces);
    expect(columns.map((column) => column.score)).toEqual([5, 1, 0, 0]);
    expect(columns[0].cards).toEqual([
      { card: 0, worth: 3 },
      { card: 2, worth: 2 },
    ]);
    expect(columns.map((column) => column.counts)).toEqual([true, true, false, false]);
    expect(columns.map((column) => column.lowest)).toEqual([false, true, false, false]);
  });
});
