// From a click to a table.
import { signOf } from "../games/registry";
import { api } from "./api";
import { remember } from "./memory";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { say } from "./toast.svelte";
import { sentenceOf } from "./trying";
import type { GameFacts, NewTable, SeatWish } from "./wire";

const COMPANY = 4;

/** How many sit at a table that nobody has thought about: four, or as many as the game allows. */
export function usualPlayers(game: GameFacts): number {
  return Math.min(game.max_players, Math.max(game.min_players, COMPANY));
}

/** Set a table and go there; on failure, say why and return false. */
export async function setTable(wish: NewTable): Promise<boolean> {
  try {
    const seated = await api.set(wish);
    remember(seated.table, wish.game);
    go(`/t/${seated.table}`);
    return true;
  } catch (trouble) {
    say(sentenceOf(trouble), true);
    return false;
  }
}

/** You and as many others of one kind as usually play. */
function company(game: GameFacts, other: SeatWish, options: Record<string, string> = {}): Promise<boolean> {
  const others = Array.from({ length: usualPlayers(game) - 1 }, () => other);
  return setTable({ game: game.id, name: settings.name.trim() || "Guest", seats: [{ kind: "me" }, ...others], options });
}

/** One click: you and bots, with the options that suit them. */
export async function playNow(game: GameFacts, level: string): Promise<boolean> {
  const { quick } = signOf(game.id);
  const seated = await company(game, { kind: "bot", level }, quick?.options);
  if (seated && quick) say(quick.says);
  return seated;
}

/** One click: a table with open seats, and the link to invite with. */
export function withFriends(game: GameFacts): Promise<boolean> {
  return company(game, { kind: "open" });
}

/** Whether this browser has never played the game. */
export function firstTime(game: GameFacts): boolean {
  return !settings.guided.includes(game.id);
}

/** A practice game: two easy bots that take their time, the guide, and on a board that has them, prompts. */
export function practise(game: GameFacts): Promise<boolean> {
  settings.guided = settings.guided.filter((id) => id !== game.id);
  const bots = Array.from({ length: Math.max(game.min_players - 1, 2) }, () => ({ kind: "bot" as const, level: "easy" }));
  const seats = [{ kind: "me" as const }, ...bots];
  return setTable({ game: game.id, name: settings.name.trim() || "Guest", seats, pace: "slow" });
}

/** The level of bots that one meets unless one chooses: medium, or easy in a first game. */
export function usualLevel(levels: readonly string[], first = false): string {
  const level = first ? "easy" : "medium";
  return levels.includes(level) ? level : (levels[0] ?? level);
}
