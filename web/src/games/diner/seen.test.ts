import { expect, test } from "vitest";
import { advice, dollars, handWords, lacking, placeOf, plateWords, refilled, refillsOf, Sides, type Offering } from "./seen";
import type { Face, PlateFace, View } from "./shapes";

const KINDS: PlateFace["kind"][] = ["bacon", "pancakes", "burger", "salad", "steak", "blue"];
const NAMES = ["Bacon & Eggs", "Pancakes", "Burger", "Salad", "Steak", "Blue Plate Special"];
const WILD = 5;
const faces: Face[] = [
  ...KINDS.map((kind, at) => ({ side: "plate" as const, name: NAMES[at], kind, tip: 1 })),
  { side: "table", name: "The Twins", kind: "table", order: [1, 1], value: 2 },
  { side: "table", name: "First Date", kind: "table", order: [2, 3], value: 4 },
];
const sides = new Sides(faces);

function offer(verb: Offering["verb"], about: object, action = 0): Offering {
  return { action, stamp: 0, verb, label: verb, about } as Offering;
}

function view(told: Partial<View>): View {
  return {
    players: 2, seat: 0, pace: "live", actors: [0], closed: false, breaks: 0, next_call: "closing", call: null, left: 9, tokens: [1, 2],
    kitchen: [], lounge: [], sink: [], hands: [[], []], sections: [[], []], covers: { lounge: [], section: [] }, waits: false,
    tips: [[], []], earned: [0, 0], docked: [0, 0], scores: [0, 0], ...told,
  };
}

test("an order lacks the plates that are not covered", () => {
  expect(lacking([1, 1, 2], ["held", "wild", "lacking"])).toEqual([2]);
});

test("a face is of the side that is asked for", () => {
  expect([sides.plate(1).kind, sides.table(7).value, sides.name(6)]).toEqual(["pancakes", 4, "The Twins"]);
  expect(() => sides.plate(6)).toThrow();
  expect(() => sides.table(1)).toThrow();
});

test("another's hand says how many of its plates were seen when drawn", () => {
  expect(handWords([{ plate: null, table: 6 }])).toBe("1 plate, seen from behind");
  expect(handWords([{ plate: null, table: 6 }, { plate: 1, table: 7 }])).toBe("2 plates, 1 seen when drawn");
  expect(handWords([])).toBe("0 plates, seen from behind");
});

test("plates and money in words", () => {
  expect(plateWords([1, 1, 3], sides)).toBe("2 Pancakes, Salad");
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
  expect(refillsOf(3)).toEqual(["tallest", 0, 1, 2, "ask"]);
});

test("every offer has its place on the board", () => {
  expect(placeOf(offer("draw", { stack: 2 }))).toBe("stack-2");
  expect(placeOf(offer("counter", { slot: 1, stack: 2 }))).toBe("slot-1");
  expect(placeOf(offer("serve", { table: 7 }))).toBe("table-7");
  expect(placeOf(offer("hold", {}))).toBe("hold");
});

test("a beginner is told to serve, to draw what is lacking, to seat what fits, or to wait", () => {
  const told = (now: View, ...offers: Offering[]) => advice(now, 0, offers, sides, WILD);
  const seated = view({ sections: [[7], []], covers: { lounge: [], section: [["held", "lacking"]] } });
  expect(told(seated, offer("serve", { table: 7 }))).toContain("serve them for $4");
  expect(told(seated, offer("draw", { stack: 1, plate: 3 }))).toBe("For First Date you lack Salad: draw Salad from stack 2.");
  expect(told(seated, offer("draw", { stack: 0, plate: WILD }))).toContain("draw Blue Plate Special from stack 1");
  expect(told({ ...seated, tokens: [0, 3], waits: true })).toContain("no token");
  expect(told(seated)).toBe("");
  const free = view({ lounge: [6, 7], covers: { lounge: [["lacking", "lacking"], ["held", "lacking"]], section: [] } });
  const seats = [offer("seat", { slot: 0, table: 6, stack: 0 }), offer("seat", { slot: 1, table: 7, stack: 0 })];
  expect(told(free, ...seats)).toBe("Seat First Date: you lack only Salad of their order.");
  expect(told(view({ closed: true }))).toBe("");
});
