// The scenes of the games, as lists of steps: what they show before the board does.
import { expect, test } from "vitest";
import type { Change, Step } from "../lib/scenes.svelte";
import type { LogLine, Position } from "../lib/wire";
import chefsChoice, { places } from "./chefs_choice/scenes";
import type { Constants } from "./chefs_choice/shapes";
import delectable from "./delectable/scenes";
import foodCourt from "./food_court/scenes";
import ovens from "./ovens/scenes";

function heard(event: string, about: Record<string, unknown> = {}): LogLine {
  return { seq: 0, kind: "game", seat: 0, text: event, about: { event, ...about } };
}

function change(log: LogLine[], view: Record<string, unknown> = {}): Change<any> {
  const before: Position = { moves: 0, view, prompt: "", section: "", actors: [], offers: [], clocks: [], can_undo: false, zones: null, sheet: null, proof: null };
  return { log, before, position: { ...before, moves: 1 }, seat: 0 };
}

const told = (steps: Step[]) => steps.flatMap((step) => step.lines.map((line) => line.text));
const seconds = (steps: Step[]) => steps.reduce((sum, step) => sum + step.ms, 0) / 1000;

test("a die is seen before anything says what it shows", () => {
  const roll = heard("roll", { seat: 1, card: 3, die: 11, discards: 0, hand: 0, stars: 2, total: 13, cost: 19, needed: 17, percent: 20, taken: false });
  const log = [heard("discard"), roll, heard("draw"), heard("turn")];
  const steps = delectable(change(log))!;
  expect(told(steps)).toEqual(["discard", "roll", "draw", "turn"]);
  const lies = steps.findIndex((step) => step.overlay?.about.act === "sum");
  expect(lies).toBeGreaterThan(0);
  for (const step of steps.slice(0, lies + 1)) {
    expect(step.lines).toEqual([]);
    expect(step.turned).toBe(false);
  }
  expect(steps[0].says).toBe("{1} needs 17 or more on the die.");
  expect(steps.filter((step) => step.turned).map((step) => step.overlay)).toEqual([undefined, undefined]);
  expect(seconds(steps)).toBeLessThan(6);
  expect(delectable(change([heard("commit")]))).toBeNull();
});

test("a review is read before anybody sees what it does", () => {
  const log = [heard("review", { seat: 1, card: 3, reviewed: 0, quality: 4 }), heard("turn")];
  const told_ = change(log, { quality: [2, 2], scores: [4, 0] });
  told_.position.view = { quality: [4, 2], scores: [1, 0] };
  const steps = delectable(told_)!;
  expect(steps.map((step) => step.overlay?.about.done)).toEqual([false, true, undefined]);
  expect(steps[0].overlay?.about).toMatchObject({ before: { quality: 2, score: 4 }, after: { quality: 4, score: 1 } });
  expect(steps.map((step) => step.turned)).toEqual([false, false, true]);
  expect(told(steps)).toEqual(["review", "turn"]);
});

test("a player's own loss is shown at length, a loss of others briefly, and what they did themselves not at all", () => {
  const taking = (event: string, seat: number, victim: number) => ovens(change([heard("discard"), heard(event, { seat, victim, kind: 5 }), heard("pile")]));
  const mine = taking("steal", 2, 0)!;
  expect(mine.map((step) => step.overlay?.about)).toEqual([undefined, { event: "steal", seat: 2, victim: 0, kind: 5, mine: true }, undefined]);
  expect(mine.map((step) => step.turned)).toEqual([false, false, true]);
  expect(mine[1].sound).toBe("loss");
  expect(told(mine)).toEqual(["discard", "steal", "pile"]);
  const theirs = taking("sabotage", 1, 2)!;
  expect(theirs[1].overlay?.about.mine).toBe(false);
  expect(theirs[1].ms).toBeLessThan(mine[1].ms);
  expect(taking("keep", 1, 0)![1].sound).toBe("loss");
  expect(taking("keep", 1, 2)).toBeNull();
  expect(taking("steal", 0, 1)).toBeNull();
  expect(ovens(change([heard("prepare", { seat: 1 })]))).toBeNull();
});

test("menus are turned over together, and counted category by category, before markers come off", () => {
  const serve = (seat: number, customers: number[]) => heard("serve", { seat, card: seat, customers, so_far: customers });
  const log = [heard("choose"), serve(0, [5, 5, 3]), serve(1, [5, 5, 5]), heard("step"), heard("clear")];
  const categories = ["Appetizers", "Entrées", "Desserts"].map((title) => ({ title }));
  const scene = (lines: LogLine[], view: Record<string, unknown>) => chefsChoice(change(lines, view), { faces: [], constants: { categories } as Constants });
  const steps = scene(log, { scores: [0, 0], meal: "lunch" })!;
  expect(steps.map((step) => step.overlay?.about.counted)).toEqual([0, 1, 2, 3, 3, undefined, undefined]);
  expect(steps.map((step) => step.turned)).toEqual([false, false, false, false, false, true, true]);
  expect(told(steps)).toEqual(["choose", "serve", "serve", "step", "clear"]);
  expect(steps[0].overlay?.about.meal).toBe("Lunch");
  expect(steps[2].says).toBe("Lunch: guests come for the entrées.");
  expect(scene(log, { scores: [9, 3], meal: "dinner" })![0].overlay?.about.meal).toBe("Dinner");
  expect(scene([heard("choose")], {})).toBeNull();
});

test("places are by the guests of the whole day, ties in seating order", () => {
  const menu = (seat: number, before: number, guests: number) => ({ seat, card: 0, customers: [guests, 0, 0], soFar: [guests, guests, guests], before });
  expect(places([menu(0, 3, 1), menu(1, 0, 9), menu(2, 4, 0)])).toEqual([1, 0, 2]);
});

test("cards are turned up and blocked one after another, and the next turn begins after the sum", () => {
  const log = ["scoring", "reveal", "reveal", "block", "resolve", "line", "total", "end", "turn"].map((event) => heard(event));
  const steps = foodCourt(change(log))!;
  expect(steps.map((step) => step.overlay?.about.lines.length)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, undefined]);
  expect(told(steps)).toEqual(log.map((line) => line.text));
  expect(steps.filter((step) => step.turned)).toHaveLength(2);
  expect(foodCourt(change([heard("prepare")]))).toBeNull();
});
