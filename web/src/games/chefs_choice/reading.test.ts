import { describe, expect, it } from "vitest";
import { actionsAt, cubesOf, dayOf, dishesOf, givesOf, lettersOf, menuOf, pickable, type Category, type Offering } from "./reading";
import type { DishView, Heard, Stop, View } from "./shapes";

function dish(name: string, category: Category, markers: number[], draws = 0): DishView {
  return { name, category, markers, samples: markers.reduce((sum, one) => sum + one, 0), leads: draws === 5, draws };
}

function table(tally: DishView[]): View {
  const schedule = ["Single", "Double", null];
  const asks = ["a sample", "two samples", null];
  return { players: 2, step: 3, tally, schedule, asks } as unknown as View;
}

let action = 0;
function offer(told: Pick<Offering, "verb" | "about">): Offering {
  return { action: action++, stamp: 0, label: told.verb, ...told } as Offering;
}

function line(about: Heard) {
  return { seq: 1, kind: "game" as const, seat: null, text: "", about };
}

const soup = dish("Soup", "appetizer", [1, 0, 1], 5);
const clams = dish("Clams", "appetizer", [0, 0, 0]);
const steak = dish("Steak", "entree", [0, 2, 0], 1);
const cake = dish("Cake", "dessert", [0, 0, 1], 3);

describe("the day", () => {
  const stop = (step: number, name: string, space: number | null): Stop => ({ step, kind: space === null ? "lunch" : "sample", name, text: "", space });
  const stops = [stop(2, "Round 1", 0), stop(3, "Round 2", 1), stop(4, "Lunch", null), stop(8, "Round 3", 2)];

  it("has the tiles that are face up", () => {
    const day = dayOf(table([]), stops);
    expect(day.map((one) => one.name)).toEqual(["Single", "Double", "Lunch", "Round 3"]);
    expect(day[1].text).toBe("Round 2: two samples.");
    expect(day[3].text).toContain("turned up when it begins");
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
    const moved = [line({ event: "move", seat: 0, from: 3, to: 0, text: "" })];
    expect(cubesOf(view, before, 0, moved).map((cube) => cube.from)).toEqual([undefined, "dish-3"]);
  });

  it("says what a menu would draw now", () => {
    const menu = { name: "Soup, Steak, Cake", appetizer: "Soup", entree: "Steak", dessert: "Cake", dishes: [0, 2, 3] };
    expect(menuOf(menu, view).map((one) => one.draws)).toEqual([5, 1, 3]);
  });
});

describe("seats", () => {
  it("have letters of their own", () => {
    expect(lettersOf(["Pepper", "Paprika", "Pe", "P", "Ängel"])).toEqual(["P", "A", "E", "4", "Ä"]);
  });
});

describe("offers", () => {
  const actions = (offers: Offering[]) => offers.map((one) => one.action);

  it("of samples are found by the dishes picked", () => {
    const [pair, other, third] = [[0, 2], [2, 3], [0, 3]].map((dishes) => offer({ verb: "give", about: { dishes, markers: 2 } }));
    const offers = [pair, other, third];
    expect(givesOf(offers, [0])).toEqual([pair, third]);
    expect(actions(actionsAt(offers, 2, [0]))).toEqual([pair.action]);
    expect(pickable(offers, [])).toEqual(new Set([0, 2, 3]));
    expect(pickable([pair, other], [0])).toEqual(new Set([0, 2]));
  });

  it("of moves lead from one dish to another", () => {
    const move = (from: number, to: number) => offer({ verb: "move", about: { from, to } });
    const offers = [move(0, 1), move(0, 3), move(2, 1)];
    expect(pickable(offers, [])).toEqual(new Set([0, 2]));
    expect(pickable(offers, [0])).toEqual(new Set([0, 1, 3]));
    expect(pickable([offer({ verb: "stay", about: {} })], [])).toEqual(new Set());
    expect(actions(actionsAt(offers, 0, []))).toEqual([offers[0].action, offers[1].action]);
    expect(actions(actionsAt(offers, 1, [0]))).toEqual([offers[0].action]);
  });
});
