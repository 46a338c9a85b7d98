import { describe, expect, it } from "vitest";
import { columnsOf, commitWords, dieWord, drawnIn, longestCommits, offersAt, rollIn, signed, sumSentence } from "./reading";
import type { Offering, Pile } from "./reading";
import type { Face, Heard, RollHeard, View } from "./shapes";

let action = 0;
function offer(told: Pick<Offering, "verb" | "about">): Offering {
  return { action: action++, stamp: 0, label: told.verb, ...told } as Offering;
}

function face(kind: Pile, stars: number): Face {
  return { name: `${kind} ${stars}`, kind, stars, cost: 9, to: { server: 0, chef: 0, food: 0, equipment: 0 }, discarded: 0 };
}

function line(about: Heard) {
  return { seq: 1, kind: "game" as const, seat: null, text: "", about };
}

function roll(die: number): RollHeard {
  return { event: "roll", seat: 0, card: 0, needed: 9, percent: 60, die, discards: 0, hand: 0, stars: 0, total: die, cost: 9, taken: true, text: "" };
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
    const drawn: Heard = { event: "draw", seat: 0, card: 7, again: false, text: "" };
    const news = [line(roll(3)), line(drawn), line(roll(9))];
    expect(rollIn(news)?.die).toBe(9);
    expect(drawnIn(news)).toEqual(new Set([7]));
    expect(rollIn([line({ event: "turn", seat: 0, text: "" })])).toBeNull();
  });
});

describe("a hand", () => {
  const commit = (first: number, last: number) => offer({ verb: "commit", about: { first, last, cards: [] } });
  const [two, three, other, apart] = [commit(0, 1), commit(0, 2), commit(1, 2), commit(4, 5)];
  const discard = offer({ verb: "discard", about: { position: 1, card: 0 } });
  const review = offer({ verb: "review", about: { position: 3, card: 1, seat: 0, quality: 2, score: 0 } });
  const throwReview = offer({ verb: "discard", about: { position: 3, card: 1 } });
  const offers = [review, two, three, other, apart, discard, throwReview];

  it("offers the longest stretch first and discarding last", () => {
    expect(offersAt(offers, 1)).toEqual([three, two, other, discard]);
    expect(offersAt(offers, 3)).toEqual([review, throwReview]);
    expect(offersAt(offers, 6)).toEqual([]);
  });

  it("names every card of a stretch", () => {
    const faces = [face("server", 4), face("server", 2), face("server", 5)];
    faces.forEach((one, at) => (one.name = "ABC"[at]));
    expect(commitWords({ action: 1, stamp: 0, label: "", verb: "commit", about: { first: 0, last: 2, cards: [0, 1, 2] } }, faces)).toBe("Commit A 4★ + B 2★ + C 5★");
  });

  it("knows the stretches that no other contains", () => {
    expect(longestCommits(offers)).toEqual([three, apart]);
  });
});

describe("a restaurant", () => {
  const faces = [face("server", 4), face("chef", 2), face("server", 3), face("review", 5)];
  const view = {
    restaurants: [[0, 1, 2, 3]],
    worth: [[3, 1, 2, 0]],
    why: [["less", "less", "less", "review"]],
    resources: [{ server: 5, chef: 1, food: 0, equipment: 0 }],
    counting: [["server", "chef"]],
    lowest: ["chef"],
  } as unknown as View;

  it("stands in four columns, of which the best count and the lowest is the score", () => {
    const columns = columnsOf(view, 0, faces, ["server", "chef", "food", "equipment"]);
    expect(columns.map((column) => column.score)).toEqual([5, 1, 0, 0]);
    expect(columns[0].cards).toEqual([
      { card: 0, worth: 3, why: "less" },
      { card: 2, worth: 2, why: "less" },
    ]);
    expect(columns.map((column) => column.counts)).toEqual([true, true, false, false]);
    expect(columns.map((column) => column.lowest)).toEqual([false, true, false, false]);
  });
});
