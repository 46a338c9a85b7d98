// What the board works out from what it sees: how a card is printed, what happened in this turn.
import type { CardPrint } from "../../lib/preview.svelte";
import type { Line, Offered } from "../contract";
import { Faces } from "../faces";
import looks from "./looks";
import { CARDS, TYPES } from "./pictures";
import type { CardFace, Constants, DishFace, Face, Game, Heard, Laid, Offer, Oven, View } from "./shapes";

export type Offering = Offered<Offer>;
export type News = readonly Line<Game>[];

/** The faces of cards and of dishes. */
export class OvensFaces extends Faces<Face> {
  card(at: number): CardFace {
    return this.of(at, (face) => face.kind !== "dish");
  }

  dish(at: number): DishFace {
    return this.of(at, (face) => face.kind === "dish");
  }
}

/** The props of another cook, drawn whole or in a strip. */
export interface CookProps {
  view: View;
  constants: Constants;
  at: number;
  seat: number | null;
  faces: OvensFaces;
  names: string[];
  offers: Offering[];
  hint: number | null;
  choose: (anchor: Element, offers: Offering[]) => void;
}

/** The props of an oven, drawn whole or in a line. */
export interface OvenProps {
  oven: Oven;
  faces: OvensFaces;
  /** How many cards it holds. */
  spaces: number;
  names: string[];
  /** The seat that looks at it. */
  seat: number | null;
  owner: number;
  /** What can be done with the card in a space. */
  offers: (place: number) => Offering[];
}

/** A card as it is printed; on a small one a long name is cut to its last word. */
export function printOf(face: CardFace, small = false): CardPrint {
  const { name, kind, minus, plus, home, text } = face;
  const short = small && name.length > 14 ? name.split(" ").at(-1)! : name;
  const value = plus ? `±${plus}` : minus ? `−${minus}` : undefined;
  const lines = plus ? [`+${plus} in ${home}`, `−${minus} elsewhere`] : [];
  return { name: short, look: looks[kind], icon: CARDS[name], value, lines, text };
}

/** A dish as it is printed. */
export function printOfDish(face: DishFace, faces: OvensFaces, small = false): CardPrint {
  const needs = face.needs.map((kind) => faces.name(kind));
  return {
    name: face.name, look: looks.dish, icon: TYPES[face.type], value: face.points,
    lines: small ? [] : [face.type], text: `${face.type}, ${face.points} points. Needs ${needs.join(", ")}.`,
  };
}

/** The events that change what somebody has: these are shown with their cards. */
const NOTABLE: ReadonlySet<string> = new Set<Heard["event"]>([
  "raid", "keep", "give", "return", "steal", "replace", "sabotage", "clean", "close", "finish", "unfinished", "redraw",
]);

/** What has happened in this turn, the news included: it begins anew with every turn. */
export function thisTurn(before: News, news: News): News {
  const lines = [...before, ...news];
  const start = lines.findLastIndex((line) => line.about?.event === "turn");
  return start < 0 ? lines : lines.slice(start);
}

export function notable(lines: News): News {
  return lines.filter((line) => NOTABLE.has(line.about?.event ?? ""));
}

/** Whether a dish is counted. */
export function counts(about: Heard): about is Extract<Heard, { revealed: number[] }> {
  return about.event === "finish" || about.event === "unfinished";
}

/** The dishes that were counted. */
export function scored(lines: News): News {
  return lines.filter(({ about }) => about && counts(about));
}

/** The cards of an event, as far as this seat may know them; null for one of which only the back is seen. */
export function cardsIn(about: Heard): Array<number | null> {
  if (counts(about)) return about.revealed;
  if ("kinds" in about && about.kinds) return about.kinds;
  if ("kind" in about && typeof about.kind === "number") return [about.kind];
  return ["keep", "give", "steal", "sabotage", "clean"].includes(about.event) ? [null] : [];
}

/** What a player knows of another hand: `Known to be here: Tomato, Egg; 2 unknown.` */
export function knownWords(known: readonly number[], held: number, faces: OvensFaces): string {
  const names = known.map((kind) => faces.name(kind));
  const rest = held - known.length;
  if (!held) return "The pantry is empty.";
  if (!names.length) return `Nothing is known of ${rest === 1 ? "this card" : `these ${rest} cards`}.`;
  return `Known to be here: ${names.join(", ")}${rest ? `; ${rest} unknown` : ""}.`;
}

/** What is said of a card in an oven, and of who has put it there face down; undefined for one of which nothing is known. */
export function saidOf({ kind, by }: Laid, faces: OvensFaces, names: readonly string[], seat: number | null): string | undefined {
  if (by === null) return kind === null ? undefined : faces.name(kind);
  const who = by === seat ? "put there by you" : `put there by ${names[by]}`;
  return kind === null ? `Face-down card, ${who}` : `${faces.name(kind)}, face down, ${who}`;
}
