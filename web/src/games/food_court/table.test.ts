import { describe, expect, it } from "vitest";
import type { Face, View } from "./shapes";
import { counts, digitsOf, dropsOf, lacking, pointsOf, signed, sorted, spotsOf, type Offering } from "./table";

const ORDER: Face["kind"][] = ["recipe", "primary", "secondary", "optional", "utensil", "action"];
const KINDS: Face["kind"][] = ["action", "utensil", "primary", "secondary", "recipe"];
const FACES = KINDS.map((kind) => ({ kind })) as Face[];
const [ACTION, UTENSIL, PRIMARY, SECONDARY, RECIPE] = [0, 1, 2, 3, 4];

function offer(verb: Offering["verb"], about: object = {}): Offering {
  return { action: 0, stamp: 0, verb, label: verb, about } as Offering;
}

/** A station on which every card lies everywhere. */
function full(): unknown {
  const cards = KINDS.map((_, at) => at);
  const before = [0, 1, 2].map(() => ({ revealed: true }));
  return { cards, meals: [{ recipe: RECIPE, goods: cards }], before, prepared: cards, wins: cards };
}

const VIEW = { turn: 0, stations: [full(), full()] } as unknown as View;
const at = (...offers: Offering[]) => [...spotsOf(offers, VIEW, 0).keys()];
const pick = (area: string, owner: number, card: number) => offer("discard", { area, owner, card });

describe("where an offer is taken up", () => {
  it("is at the card that it names, where the game says that lies", () => {
    expect(at(pick("hand", 0, PRIMARY), pick("pile", 0, RECIPE))).toEqual(["hand/2", "pile/4"]);
    expect(at(pick("prepared", 0, SECONDARY), pick("meal", 1, RECIPE))).toEqual(["prepared/0/3", "meal/1/4"]);
    expect(at(pick("good", 1, PRIMARY), pick("win", 1, RECIPE), pick("utensil", 1, UTENSIL))).toEqual(["good/1/2", "win/1/4", "utensil/1/1"]);
  });

  it("is in the row of revealed cards for Blocks and their order, and otherwise in the bar", () => {
    expect(at(offer("block", { place: 2 }), offer("hold"))).toEqual(["row/2", "bar"]);
  });

  it("is in the bar if the card is nowhere to be seen", () => {
    expect(at(pick("hand", 0, 77))).toEqual(["bar"]);
    expect(at(offer("block", { place: 7 }))).toEqual(["bar"]);
  });
});

it("gives digits to cards in the order of the hand, not to the bar", () => {
  const spots = new Map([
    ["hand/3", [offer("prepare")]],
    ["bar", [offer("end")]],
    ["hand/4", [offer("cook")]],
  ]);
  expect([...digitsOf(spots.keys(), [4, 3, 3])]).toEqual([
    ["hand/4", "1"],
    ["hand/3", "2"],
  ]);
});

it("sorts a hand by what is done with it", () => {
  expect(sorted([ACTION, UTENSIL, SECONDARY, RECIPE, SECONDARY, PRIMARY], FACES, ORDER)).toEqual([4, 2, 3, 3, 1, 0]);
});

it("counts equal cards", () => {
  expect(counts([3, 3, 2, 3])).toEqual([
    { card: 3, number: 3 },
    { card: 2, number: 1 },
  ]);
});

it("says what is missing, and what a recipe brings", () => {
  expect(lacking({ primary: 1, secondary: 2 })).toBe("a primary and 2 secondaries");
  expect(lacking({ primary: 0, secondary: 1 })).toBe("a secondary");
  expect(lacking({ primary: 0, secondary: 0 })).toBe("");
  const lines = [
    { line: "recipe" as const, card: 4, points: 3 },
    { line: "action" as const, card: 4, points: -1 },
    { line: "ability" as const, card: null, points: 2 },
  ];
  expect(pointsOf(lines, 4)).toBe(2);
  expect([signed(2), signed(-1)]).toEqual(["+2", "−1"]);
});

it("knows where a card may be dropped", () => {
  const before = [0, 1].map((seat) => offer("place", { card: ACTION, seat }));
  expect([...dropsOf(before).keys()]).toEqual(["seat/0", "seat/1"]);
  expect([...dropsOf([offer("prepare"), offer("track")]).keys()]).toEqual(["prepared"]);
});
