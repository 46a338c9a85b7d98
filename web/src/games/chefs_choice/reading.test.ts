import { describe, expect, it } from "vitest";
import type { LogLine, Offer } from "../../lib/wire";
import { cubesOf, dayOf, dishesOf, drawsOf, givesOf, lettersOf, menuOf, moveEnds, roundFrom } from "./reading";
import type { Category, Dish, View } from "./reading";

function dish(name: string, category: Category, markers: number[], draws = 0): Dish {
  return { name, category, markers, samples: markers.reduce((sum, one) => sum + one, 0), leads: draws === 5, draws };
}

function table(tally: Dish[]): View {
  const schedule = ["Single", "Double", "Triple", null, null];
  const asks = ["a sample", "two samples", "three samples", null, null];
  return { players: 2, step: 3, tally, schedule, asks } as unknown as View;
}

let action = 0;
function offer(verb: string, about: Record<string, unknown>): Offer {
  return { action: action++, stamp: 0, verb, label: verb, about };
}

function line(about: Record<string, unknown>): LogLine {
  return { seq: 1, kind: "game", seat: null, text: "", about };
}

const soup = dish("Soup", "appetizer", [1, 0, 1], 5);
const clams = dish("Clams", "appetizer", [0, 0, 0]);
const steak = dish("Steak", "entree", [0, 2, 0], 1);
const cake = dish("Cake", "dessert", [0, 0, 1], 3);

describe("the day", () => {
  it("has eleven stops, with the tiles that are face up", () => {
    const day = dayOf(table([]));
    expect(day.map((stop) => stop.step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(day.map((stop) => stop.name)).toEqual([
      "Podcast",
      "Single",
      "Double",
      "Triple",
      "Lunch",
      "Clean-up",
      "Podcast",
      "Sample round 4",
      "Sample round 5",
      "Hidden sample",
      "Dinner",
    ]);
    expect(day[2].text).toBe("Sample round 2: two samples.");
    expect(day[8].text).toContain("turned when it begins");
  });
});

describe("the tally", () => {
  const view = table([soup, clams, steak, cake]);

  it("knows its dishes by category and number", () => {
    expect(dishesOf(view, "entree").map((one) => [one.name, one.index])).toEqual([["Steak", 2]]);
  });

  it("lays out the podcast's cubes first, and tells where new ones come from", () => {
    expect(cubesOf(view, null, 0, []).map((cube) => cube.colour)).toEqual([2, 0]);
    const before = table([dish("Soup", "appetizer", [0, 0, 1]), clams, steak, cake]);
    expect(cubesOf(view, before, 0, []).map((cube) => cube.from)).toEqual([undefined, "colour-0"]);
    const moved = [line({ event: "move", seat: 0, from: 3, to: 0 })];
    expect(cubesOf(view, before, 0, moved).map((cube) => cube.from)).toEqual([undefined, "dish-3"]);
  });

  it("says what a menu would draw now", () => {
    const menu = { name: "Soup, Steak, Cake", appetizer: "Soup", entree: "Steak", dessert: "Cake" };
    expect(menuOf(menu, view).map((one) => one.draws)).toEqual([5, 1, 3]);
    expect(drawsOf(menu, view)).toBe(9);
  });
});

describe("seats", () => {
  it("have letters of their own", () => {
    expect(lettersOf(["Pepper", "Paprika", "Pe", "P", "Ängel"])).toEqual(["P", "A", "E", "4", "Ä"]);
  });

  it("sit clockwise from one's own", () => {
    expect(roundFrom(4, 2)).toEqual([2, 3, 0, 1]);
    expect(roundFrom(4, null)).toEqual([0, 1, 2, 3]);
  });
});

describe("offers", () => {
  it("are found by the dish they touch", () => {
    const pair = offer("give", { dishes: [0, 2] });
    const other = offer("give", { dishes: [2, 3] });
    expect(givesOf([pair, other], 0)).toEqual([pair]);
    expect(givesOf([pair, other], 2)).toEqual([pair, other]);
  });

  it("move markers from one dish to another", () => {
    const offers = [offer("move", { from: 0, to: 1 }), offer("move", { from: 0, to: 3 }), offer("move", { from: 2, to: 1 })];
    expect(moveEnds(offers, null)).toEqual(new Set([0, 2]));
    expect(moveEnds(offers, 0)).toEqual(new Set([1, 3]));
    expect(moveEnds([offer("stay", {})], null)).toEqual(new Set());
  });
});
