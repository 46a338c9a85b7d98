// What the board works out from what it sees: how a card is printed, how far the turn has come, what happened in it.
import { counted } from "../../lib/names";
import type { CardPrint } from "../../lib/preview.svelte";
import type { LogLine } from "../../lib/wire";
import type { Face } from "../contract";
import looks from "./looks";
import { CARDS, TYPES } from "./pictures";

export type Moment = "redraw" | "dish" | "supply" | "action" | "keep" | "give" | "replace" | "prepare" | "sabotage" | "over";

export interface Laid {
  kind: number | null;
  /** Who put it there face down; null if all have seen it. */
  by: number | null;
}

export interface OvenView {
  dish: number | null;
  closed: boolean;
  lacks: number[];
  cards: Laid[];
}

export interface Finished {
  dish: number;
  minus: number;
  plus: number;
  points: number;
}

export interface OvensView {
  players: number;
  seat: number | null;
  turn: number;
  round: number;
  moment: Moment;
  deck: { top: number | null; height: number };
  discard: number;
  piles: Record<string, { back: number[] | null; height: number }>;
  taken: number;
  prepared: number;
  decided: boolean[];
  rejected: number[];
  hand: number[];
  held: number[];
  known: number[][];
  ovens: OvenView[];
  finished: Finished[][];
  raid: { victim: number; count: number; cards: number[] | null; kept: number | null } | null;
  theft: { victim: number } | null;
  scores: number[];
}

export const SPACES = 7;
export const ROUNDS = 6;
export const STEPS = ["Supply", "Action", "Prepare", "Sabotage"] as const;
export const MOST = [3, 1, 3, 1];

const STEP_OF: Partial<Record<Moment, number>> = {
  supply: 0, action: 1, keep: 1, give: 1, replace: 1, dish: 2, prepare: 2, sabotage: 3,
};

/** Which of the four steps the turn has come to; -1 before the first round and after the last. */
export function stepOf(view: OvensView): number {
  return view.round > 0 ? (STEP_OF[view.moment] ?? -1) : -1;
}

/** How much of a step has been used up. */
export function usedIn(step: number, view: OvensView): number {
  const now = stepOf(view);
  if (step === 0) return view.taken;
  if (step === 2) return view.prepared;
  return step < now || (step === now && step === 1 && view.moment !== "action") ? 1 : 0;
}

const WORDS: Record<string, string> = {
  ingredient: "Dishes ask for it.",
  seasoning: "Stands in for any one ingredient; one per dish.",
};

/** A card as it is printed; on a small one a long name is cut to its last word. */
export function printOf(face: Face, small = false): CardPrint {
  const look = looks[face.kind] ?? looks.ingredient;
  const name = String(face.name);
  const short = small && name.length > 14 ? name.split(" ").at(-1)! : name;
  if (face.kind === "radioactive") {
    return {
      name: short, look, icon: CARDS[name], value: `±${face.plus}`,
      lines: [`+${face.plus} in ${face.home}`, `−${face.minus} elsewhere`],
      text: `At home in ${face.home}: there it adds ${face.plus} points. In any other dish it takes ${face.minus}.`,
    };
  }
  return {
    name: short, look, icon: CARDS[name], value: face.minus ? `−${face.minus}` : undefined, lines: [],
    text: WORDS[face.kind] ?? `Takes ${counted(face.minus, "point")} from the dish it lies in. Slip it into another oven.`,
  };
}

/** A dish as it is printed. */
export function printOfDish(face: Face, faces: readonly Face[], small = false): CardPrint {
  const needs = (face.needs as number[]).map((kind) => String(faces[kind].name));
  return {
    name: String(face.name), look: looks.dish, icon: TYPES[face.type], value: face.points,
    lines: small ? [] : [String(face.type)], text: `${face.type}, ${face.points} points. Needs ${needs.join(", ")}.`,
  };
}

/** The events that change what somebody has: these are shown with their cards. */
const NOTABLE = new Set(["raid", "keep", "give", "return", "steal", "replace", "sabotage", "clean", "close", "finish", "unfinished", "redraw"]);

/** What has happened in this turn, with what is new: it begins anew with every turn. */
export function thisTurn(before: readonly LogLine[], news: readonly LogLine[]): LogLine[] {
  const lines = [...before, ...news];
  const start = lines.findLastIndex((line) => line.about?.event === "turn");
  return start < 0 ? lines : lines.slice(start);
}

export function notable(lines: readonly LogLine[]): LogLine[] {
  return lines.filter((line) => NOTABLE.has(String(line.about?.event)));
}

/** The dishes that were counted. */
export function scored(lines: readonly LogLine[]): LogLine[] {
  return lines.filter((line) => line.about?.event === "finish" || line.about?.event === "unfinished");
}

/** The cards of an event, as far as this seat may know them; null for one whose back is seen. */
export function cardsIn(about: Record<string, any>): Array<number | null> {
  if (Array.isArray(about.revealed)) return about.revealed as number[];
  if (Array.isArray(about.kinds)) return about.kinds as number[];
  if (typeof about.kind === "number") return [about.kind];
  return ["keep", "give", "steal", "sabotage", "clean"].includes(about.event) ? [null] : [];
}

/** What a player knows of another hand: `You know of Tomato and Egg; 2 cards are unknown.` */
export function knownWords(known: readonly number[], held: number, faces: readonly Face[]): string {
  const names = known.map((kind) => String(faces[kind].name));
  const rest = held - known.length;
  if (!held) return "The pantry is empty.";
  if (!names.length) return `Nothing is known of ${rest === 1 ? "this card" : `these ${rest} cards`}.`;
  return `Known to be here: ${names.join(", ")}${rest ? `; ${rest} unknown` : ""}.`;
}
