import { expect, test } from "vitest";
import { cardsIn, OvensFaces, knownWords, notable, printOf, printOfDish, scored, thisTurn } from "./seen";
import type { Face, Heard } from "./shapes";

const printed: Face[] = [
  { name: "Tomato", kind: "ingredient", copies: 10, text: "Dishes ask for it." },
  { name: "Grandma's Mystic Seasoning", kind: "seasoning", copies: 10, text: "Stands in." },
  { name: "Rat", kind: "trash", copies: 3, minus: 4, text: "Takes 4 points." },
  { name: "Snail", kind: "radioactive", copies: 2, minus: 5, plus: 5, home: "soup", text: "At home in soup." },
  { name: "Little Bisque", kind: "dish", type: "soup", points: 11, needs: [0, 1], back: [0] },
];
const faces = new OvensFaces(printed);

function line(about: Heard) {
  return { seq: 0, kind: "game" as const, seat: null, text: about.event, about };
}

const between = (event: "steal" | "replace" | "sabotage" | "return", kind?: number): Heard => ({ event, seat: 0, victim: 1, kind, text: "" });
const TURN: Heard = { event: "turn", seat: 0, round: 1, text: "" };
const RAID: Heard = { event: "raid", seat: 0, victim: 1, kinds: [0, 2], text: "" };
const TAKE: Heard = { event: "take", seat: 0, kind: 0, text: "" };
const FINISH: Heard = { event: "finish", seat: 0, dish: 4, revealed: [3], points: 6, text: "" };

test("a face is a card or a dish", () => {
  expect([faces.card(2).minus, faces.dish(4).points, faces.name(3)]).toEqual([4, 11, "Snail"]);
  expect(() => faces.card(4)).toThrow();
  expect(() => faces.dish(0)).toThrow();
});

test("cards say what they are worth, and where", () => {
  expect(printOf(faces.card(2)).value).toBe("−4");
  expect(printOf(faces.card(3)).lines).toEqual(["+5 in soup", "−5 elsewhere"]);
  expect(printOf(faces.card(3)).value).toBe("±5");
  expect(printOf(faces.card(1), true).name).toBe("Seasoning");
  expect(printOf(faces.card(1)).name).toBe("Grandma's Mystic Seasoning");
  expect(printOfDish(faces.dish(4), faces).text).toBe("soup, 11 points. Needs Tomato, Grandma's Mystic Seasoning.");
});

test("what happened is told from the beginning of the turn on", () => {
  const first = thisTurn([], [RAID, TURN, TAKE, between("steal", 0)].map(line));
  expect(first.map((one) => one.text)).toEqual(["turn", "take", "steal"]);
  const second = thisTurn(first, [between("replace", 1), FINISH].map(line));
  expect(notable(second).map((one) => one.text)).toEqual(["steal", "replace", "finish"]);
  expect(scored(second).map((one) => one.text)).toEqual(["finish"]);
  expect(thisTurn(second, [line(TURN)]).map((one) => one.text)).toEqual(["turn"]);
});

test("of an event a seat sees the cards that it may know, and the backs of the others", () => {
  expect(cardsIn(RAID)).toEqual([0, 2]);
  expect(cardsIn(between("steal"))).toEqual([null]);
  expect(cardsIn(between("sabotage", 2))).toEqual([2]);
  expect(cardsIn(FINISH)).toEqual([3]);
  expect(cardsIn(between("return"))).toEqual([]);
});

test("what is known of a pantry in words", () => {
  expect(knownWords([0], 3, faces)).toBe("Known to be here: Tomato; 2 unknown.");
  expect(knownWords([], 1, faces)).toBe("Nothing is known of this card.");
  expect(knownWords([], 0, faces)).toBe("The pantry is empty.");
});
