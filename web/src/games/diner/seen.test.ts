import { expect, test } from "vitest";
import type { Offer } from "../../lib/wire";
import type { Face } from "../contract";
import { advice, counts, covered, dollars, handWords, lacking, placeOf, plateWords, refilled, wildOf, type DinerView } from "./seen";

const KINDS = ["bacon", "pancakes", "burger", "salad", "steak", "blue"];
const NAMES = ["Bacon & Eggs", "Pancakes", "Burger", "Salad", "Steak", "Blue Plate Special"];
const faces: Face[] = [
  ...KINDS.map((kind, at) => ({ side: "plate", name: NAMES[at], kind })),
  { side: "table", name: "The Twins", kind: "table", order: [1, 1], value: 2 },
  { side: "table", name: "First Date", kind: "table", order: [2, 3], value: 4 },
];

function offer(verb: string, about: Record<string, unknown>, action = 0): Offer {
  return { action, stamp: 0, verb, label: verb, about: { verb, ...about } };
}

function view(told: Partial<DinerView>): DinerView {
  return {
    players: 2, seat: 0, pace: "live", closed: false, breaks: 0, tokens: [1, 2], kitchen: [], lounge: [], sink: [],
    hands: [[], []], sections: [[], []], tips: [[], []], scores: [0, 0], ...told,
  };
}

test("exact plates cover an order first, then wild ones, and each plate only once", () => {
  const hand = [0, 1, 0, 0, 0, 1];
  expect(covered([1, 1, 2], hand, 5)).toEqual(["held", "wild", "lacking"]);
  expect(lacking([1, 1, 2], hand, 5)).toEqual([2]);
  expect(hand).toEqual([0, 1, 0, 0, 0, 1]);
  expect(covered([2, 2], [0, 0, 2, 0, 0, 0], 5)).toEqual(["held", "held"]);
});

test("a hand is counted by plate, and hands seen from behind count nothing", () => {
  const hand = [{ plate: 1, table: 6 }, { plate: 5, table: 7 }, { plate: 1, table: 8 }];
  expect(counts(hand)).toEqual([0, 2, 0, 0, 0, 1]);
  expect(counts([{ plate: null, table: 6 }])).toEqual([0, 0, 0, 0, 0, 0]);
  expect(wildOf(faces)).toBe(5);
});

test("another's hand says how many of its plates were seen when drawn", () => {
  expect(handWords([{ plate: null, table: 6 }])).toBe("1 plate, seen from behind");
  expect(handWords([{ plate: null, table: 6 }, { plate: 1, table: 7 }])).toBe("2 plates, 1 seen when drawn");
  expect(handWords([])).toBe("0 plates, seen from behind");
});

test("plates and money in words", () => {
  expect(plateWords([1, 1, 3], faces)).toBe("2 Pancakes, Salad");
  expect([dollars(4), dollars(-3)]).toEqual(["$4", "−$3"]);
});

test("the refill is the wished stack, or the tallest where that is empty, or everything is asked", () => {
  const offers = [0, 2].map((stack) => offer("seat", { slot: 1, stack }, stack));
  const actions = (wish: Parameters<typeof refilled>[1]) => refilled(offers, wish, [3, 0, 9]).map((one) => one.action);
  expect(actions(0)).toEqual([0]);
  expect(actions(1)).toEqual([2]);
  expect(actions("tallest")).toEqual([2]);
  expect(actions("ask")).toEqual([0, 2]);
  expect(refilled([], "tallest", [])).toEqual([]);
});

test("every offer has its place on the board", () => {
  expect(placeOf(offer("draw", { stack: 2 }))).toBe("stack-2");
  expect(placeOf(offer("counter", { slot: 1, stack: 2 }))).toBe("slot-1");
  expect(placeOf(offer("serve", { table: 7 }))).toBe("table-7");
  expect(placeOf(offer("hold", {}))).toBe("hold");
});

test("a beginner is told to serve, to draw what is lacking, to seat what fits, or to wait", () => {
  const hands = [[{ plate: 2, table: 6 }], []];
  const seated = view({ sections: [[7], []], hands });
  expect(advice(seated, 0, [offer("serve", { table: 7 })], faces)).toContain("serve them for $4");
  expect(advice(seated, 0, [offer("draw", { stack: 1, plate: 3 })], faces)).toBe(
    "For First Date you lack Salad: draw Salad from stack 2.",
  );
  expect(advice({ ...seated, tokens: [0, 3] }, 0, [], faces)).toContain("no token");
  expect(advice(seated, 0, [], faces)).toBe("");
  const free = view({ hands });
  const seats = [offer("seat", { slot: 0, table: 6, stack: 0 }), offer("seat", { slot: 1, table: 7, stack: 0 })];
  expect(advice(free, 0, seats, faces)).toBe("Seat First Date: of what they order you lack only Salad.");
  expect(advice(view({ closed: true }), 0, [], faces)).toBe("");
});
