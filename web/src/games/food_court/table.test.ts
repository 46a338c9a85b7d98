import { describe, expect, it } from "vitest";
import type { Offer } from "../../lib/wire";
import type { Face } from "../contract";
import { counts, digitsOf, dropsOf, lacking, pointsOf, signed, sorted, spotsOf, type TableView } from "./table";

// Two decks of five kinds each.
const KINDS = ["action", "utensil", "primary", "secondary", "recipe"];
const FACES: Face[] = ["italy", "japan"].flatMap((deck) => KINDS.map((kind) => ({ deck, kind, name: `${deck} ${kind}` })));
const [ACTION, UTENSIL, PRIMARY, SECONDARY, RECIPE] = [0, 1, 2, 3, 4];
const OTHERS = 5;

function offer(verb: string, about: Record<string, unknown> = {}): Offer {
  return { action: 0, stamp: 0, verb, label: verb, about };
}

/** A station on which every card of a deck lies everywhere. */
function full(deck: string, first: number): unknown {
  const cards = KINDS.map((_, at) => first + at);
  const meals = [{ recipe: first + RECIPE, goods: cards }];
  const before = [0, 1, 2].map(() => ({ revealed: true }));
  return { deck, cards, meals, before, prepared: cards, wins: cards };
}

function at(moment: string, ...offers: Offer[]): string[] {
  const view = { moment, turn: 0, stations: [full("italy", 0), full("japan", OTHERS)] } as unknown as TableView;
  return [...spotsOf(offers, view, FACES, 0).keys()];
}

describe("where an offer is taken up", () => {
  it("is in the hand while a turn is played", () => {
    expect(at("play", offer("prepare", { card: PRIMARY }), offer("place", { card: ACTION, seat: 1 }))).toEqual(["hand/2", "hand/0"]);
    expect(at("second play", offer("prepare", { card: PRIMARY }))).toEqual(["hand/2"]);
    expect(at("give up", offer("discard", { card: RECIPE }))).toEqual(["hand/4"]);
  });

  it("is among the prepared ingredients while a recipe is cooked, and the rest is in the bar", () => {
    expect(at("cook", offer("add", { card: SECONDARY }), offer("finish"))).toEqual(["prepared/0/3", "bar"]);
  });

  it("is on the station of whoever is aimed at", () => {
    expect(at("aim", offer("break", { card: OTHERS + UTENSIL }))).toEqual(["utensil/1/6"]);
    expect(at("aim", offer("less", { card: OTHERS + RECIPE }))).toEqual(["meal/1/9"]);
    expect(at("aim", offer("discard", { card: OTHERS + PRIMARY }))).toEqual(["prepared/1/7"]);
    expect(at("aim", offer("disrupt", { card: OTHERS + RECIPE }))).toEqual(["win/1/9"]);
    expect(at("aim again", offer("ingredient", { card: OTHERS + PRIMARY }))).toEqual(["good/1/7"]);
    expect(at("swap meal", offer("replace", { card: OTHERS + RECIPE }))).toEqual(["meal/1/9"]);
  });

  it("is in the own discard pile for what is taken back", () => {
    expect(at("aim", offer("reuse", { card: PRIMARY }))).toEqual(["pile/2"]);
    expect(at("take", offer("take", { card: RECIPE }))).toEqual(["pile/4"]);
    expect(at("supply", offer("take"))).toEqual(["bar"]);
  });

  it("is in the row of revealed cards for Blocks and their order", () => {
    expect(at("blocks", offer("block", { place: 2 }), offer("hold"))).toEqual(["row/2", "bar"]);
  });

  it("is in the bar if the card is nowhere to be seen", () => {
    expect(at("play", offer("prepare", { card: OTHERS + PRIMARY }))).toEqual(["bar"]);
    expect(at("blocks", offer("block", { place: 7 }))).toEqual(["bar"]);
  });

  it("is on the scored meals for what is tracked", () => {
    expect(at("track", offer("track", { card: RECIPE }), offer("track", { card: PRIMARY }))).toEqual(["meal/0/4", "good/0/2"]);
  });
});

it("gives digits to cards in the order of the hand, not to the bar", () => {
  const spots = new Map([
    ["hand/3", [offer("prepare")]],
    ["bar", [offer("end")]],
    ["hand/4", [offer("cook")]],
  ]);
  expect([...digitsOf(spots, [4, 3, 3])]).toEqual([
    ["hand/4", "1"],
    ["hand/3", "2"],
  ]);
});

it("sorts a hand by what is done with it", () => {
  expect(sorted([ACTION, UTENSIL, SECONDARY, RECIPE, SECONDARY, PRIMARY], FACES)).toEqual([4, 2, 3, 3, 1, 0]);
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
    { line: "recipe", card: 4, points: 3 },
    { line: "action", card: 4, points: -1 },
    { line: "ability", card: null, points: 2 },
  ];
  expect(pointsOf(lines, 4)).toBe(2);
  expect([signed(2), signed(-1)]).toEqual(["+2", "−1"]);
});

it("knows where a card may be dropped", () => {
  const before = [0, 1].map((seat) => offer("place", { card: ACTION, seat }));
  expect([...dropsOf(before).keys()]).toEqual(["seat/0", "seat/1"]);
  expect([...dropsOf([offer("prepare"), offer("track")]).keys()]).toEqual(["prepared"]);
});
