// What each game brings to the page. Signs are loaded at once, everything else when it is needed.
import type { Icon } from "../lib/icon";
import type { KindLook } from "../lib/look";
import type { Stager } from "../lib/scenes.svelte";
import type { Board, Choices, Flights, Guide, Mentions, Sign } from "./contract";
import cloche from "icon:fluent-emoji-flat/fork-and-knife-with-plate";

const signs = import.meta.glob<Sign>("./*/sign.ts", { eager: true, import: "default" });
const boards = import.meta.glob<Board>("./*/Board.svelte", { import: "default" });
const looks = import.meta.glob<Record<string, KindLook>>("./*/looks.ts", { import: "default" });
const stagers = import.meta.glob<Stager>("./*/scenes.ts", { import: "default" });
const flights = import.meta.glob<Flights>("./*/flights.ts", { import: "default" });
const mentions = import.meta.glob<Mentions>("./*/mentions.ts", { import: "default" });
const pictures = import.meta.glob<Pictures>("./*/pictures.ts", { import: "default" });
const guides = import.meta.glob<Guide>("./*/guide.ts", { import: "default" });
const places = import.meta.glob<Record<string, string>>("./*/places.ts", { import: "default" });
const choices = import.meta.glob<Choices>("./*/choices.ts", { import: "default" });

/** The picture of a card by its name and kind; undefined where it has none of its own. */
export type Pictures = (name: string, kind: string) => Icon | undefined;

const PLAIN: Sign = { accent: { light: "#8c2f1b", dark: "#f2a488" }, pictures: [cloche] };

export function signOf(game: string): Sign {
  return signs[`./${game}/sign.ts`] ?? PLAIN;
}

/** Whether the game has a board of its own. */
export function hasBoard(game: string): boolean {
  return `./${game}/Board.svelte` in boards;
}

/** The game's own board, or the one that draws any game. */
export function boardOf(game: string, plain = false): Promise<Board> {
  const own = plain ? undefined : boards[`./${game}/Board.svelte`];
  return (own ?? boards["./generic/Board.svelte"])();
}

export async function looksOf(game: string): Promise<Record<string, KindLook>> {
  return (await looks[`./${game}/looks.ts`]?.()) ?? {};
}

/** Which cards go from owner to owner, for each line of the game's log. */
export async function flightsOf(game: string): Promise<Flights> {
  return (await flights[`./${game}/flights.ts`]?.()) ?? (() => []);
}

/** What the lines of the game's log mention. */
export async function mentionsOf(game: string): Promise<Mentions> {
  return (await mentions[`./${game}/mentions.ts`]?.()) ?? (() => []);
}

export async function picturesOf(game: string): Promise<Pictures> {
  return (await pictures[`./${game}/pictures.ts`]?.()) ?? (() => undefined);
}

export async function guideOf(game: string): Promise<Guide> {
  return (await guides[`./${game}/guide.ts`]?.()) ?? (() => []);
}

/** Places around every board. */
const AROUND: Record<string, string> = { prompt: ".prompt", seats: ".seats", tools: ".tools", board: ".stage" };

/** The places that lessons of the game point to, as CSS selectors. */
export async function placesOf(game: string): Promise<Record<string, string>> {
  return { ...AROUND, ...(await places[`./${game}/places.ts`]?.()) };
}

/** Names and pictures of what is chosen for each seat; empty if the game brings none. */
export async function choicesOf(game: string): Promise<Choices> {
  return (await choices[`./${game}/choices.ts`]?.()) ?? {};
}

/** The scenes of the game; null if it has none of its own. */
export async function scenesOf(game: string): Promise<Stager | null> {
  return (await stagers[`./${game}/scenes.ts`]?.()) ?? null;
}
