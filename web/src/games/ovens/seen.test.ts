import { expect, test } from "vitest";
import type { LogLine } from "../../lib/wire";
import type { Face } from "../contract";
import { cardsIn, knownWords, notable, printOf, printOfDish, scored, stepOf, thisTurn, usedIn, type OvensView } from "./seen";

const faces: Face[] = [
  { name: "Tomato", kind: "ingredient", copies: 10 },
  { name: "Grandma's Mystic Seasoning", kind: "seasoning", copies: 10 },
  { name: "Rat", kind: "trash", copies: 3, minus: 4 },
  { name: "Snail", kind: "radioactive", copies: 2, minus: 5, plus: 5, home: "soup" },
  { name: "Little Bisque", kind: "dish", type: "soup", points: 11, needs: [0, 1], back: [0] },
];

function line(event: string, about: Record<string, unknown> = {}): LogLine {
  return { seq: 0, kind: "game", seat: null, text: event, about: { event, ...about } };
}

function view(told: Partial<OvensView>): OvensView {
  return { round: 2, moment: "supply", taken: 0, prepared: 0, ...told } as OvensView;
}

test("the turn is at one of four steps, and at none before the first round", () => {
  expect(stepOf(view({ moment: "supply" }))).toBe(0);
  expect(stepOf(view({ moment: "replace" }))).toBe(1);
  expect(stepOf(view({ moment: "sabotage" }))).toBe(3);
  expect(stepOf(view({ moment: "dish", round: 0 }))).toBe(-1);
  expect(stepOf(view({ moment: "over" }))).toBe(-1);
});

test("steps fill as cards are taken, an action is taken, cards go in", () => {
  const raiding = view({ moment: "keep", taken: 2 });
  expect([0, 1, 2, 3].map((step) => usedIn(step, raiding))).toEqual([2, 1, 0, 0]);
  expect(usedIn(1, view({ moment: "action" }))).toBe(0);
  expect(usedIn(2, view({ moment: "prepare", prepared: 3 }))).toBe(3);
});

test("cards say what they are worth, and where", () => {
  expect(printOf(faces[2]).value).toBe("−4");
  expect(printOf(faces[2]).text).toContain("Takes 4 points");
  expect(printOf(faces[3]).lines).toEqual(["+5 in soup", "−5 elsewhere"]);
  expect(printOf(faces[1], true).name).toBe("Seasoning");
  expect(printOf(faces[1]).name).toBe("Grandma's Mystic Seasoning");
  expect(printOfDish(faces[4], faces).text).toBe("soup, 11 points. Needs Tomato, Grandma's Mystic Seasoning.");
});

test("what happened is told from the beginning of the turn on", () => {
  const first = thisTurn([], [line("raid"), line("turn"), line("take"), line("steal", { kind: 0 })]);
  expect(first.map((one) => one.text)).toEqual(["turn", "take", "steal"]);
  const second = thisTurn(first, [line("replace", { kind: 1 }), line("finish", { revealed: [2, 3], points: 6 })]);
  expect(notable(second).map((one) => one.text)).toEqual(["steal", "replace", "finish"]);
  expect(scored(second).map((one) => one.text)).toEqual(["finish"]);
  expect(thisTurn(second, [line("turn")]).map((one) => one.text)).toEqual(["turn"]);
});

test("of an event one sees the cards one may know, and the backs of the others", () => {
  expect(cardsIn({ event: "raid", kinds: [0, 2] })).toEqual([0, 2]);
  expect(cardsIn({ event: "steal" })).toEqual([null]);
  expect(cardsIn({ event: "sabotage", kind: 2 })).toEqual([2]);
  expect(cardsIn({ event: "finish", revealed: [3], points: 1 })).toEqual([3]);
  expect(cardsIn({ event: "return" })).toEqual([]);
});

test("what is known of a pantry in words", () => {
  expect(knownWords([0], 3, faces)).toBe("Known to be here: Tomato; 2 unknown.");
  expect(knownWords([], 1, faces)).toBe("Nothing is known of this card.");
  expect(knownWords([], 0, faces)).toBe("The pantry is empty.");
});
