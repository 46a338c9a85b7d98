// Lunch and dinner: all menus are turned over together, guests come and are counted category by category, the menus are
// ranked, and then markers come off.
import { tellLines, type Stager, type Step } from "../../lib/scenes.svelte";
import { heardIn } from "../contract";
import Meal from "./Meal.svelte";
import type { Game } from "./shapes";

const TURN_MS = 1200;
const DISH_MS = 1000;
const PLACES_MS = 1300;

/** A player's menu at this meal, and the guests each of its dishes draws, alone and with those before it. */
export interface Served {
  seat: number;
  card: number;
  customers: number[];
  soFar: number[];
  /** The player's guests earlier in the day. */
  before: number;
}

/** How far a meal has been shown: how many categories of dishes are counted, and whether the menus are ranked by their guests. */
export interface MealAct {
  meal: "Lunch" | "Dinner";
  menus: Served[];
  counted: number;
  ranked: boolean;
}

const steps: Stager<Game> = (change, { constants: { categories } }) => {
  const first = change.log.findIndex((line) => line.about?.event === "serve");
  if (first < 0) return null;
  const serves = change.log.filter((line) => line.about?.event === "serve");
  const { scores, meal: which } = change.before.view;
  const menus: Served[] = heardIn(change.log, "serve").map((told) => ({
    seat: told.seat,
    card: told.card,
    customers: told.customers,
    soFar: told.so_far,
    before: scores[told.seat],
  }));
  const meal = which === "dinner" ? "Dinner" : "Lunch";
  // Until the last guest has come the menus lie in seating order; then they are ranked by their guests.
  const shown = (counted: number, ranked: boolean) => ({ part: Meal, about: { meal, menus, counted, ranked } satisfies MealAct });
  const calm = { lines: [], turned: false, big: true };
  return [
    { ...calm, ms: TURN_MS, lines: change.log.slice(0, first), says: `${meal}: all menus are turned over.`, overlay: shown(0, false), sound: "card" },
    ...categories.map(
      ({ title }, at): Step => ({
        ...calm, ms: DISH_MS, says: `${meal}: guests come for the ${title.toLowerCase()}.`, overlay: shown(at + 1, false), sound: "card",
      }),
    ),
    { ...calm, ms: PLACES_MS, lines: serves, says: `${meal} is served.`, overlay: shown(categories.length, true) },
    ...tellLines(change.log.slice(first + serves.length), change.seat),
  ];
};

export default steps;

/** The place of each menu by the guests of the whole day: 0 for the most; ties in seating order. */
export function places(menus: readonly Served[]): number[] {
  const totals = menus.map((menu) => menu.before + menu.soFar[menu.soFar.length - 1]);
  return totals.map((total, at) => totals.filter((other, there) => other > total || (other === total && there < at)).length);
}
