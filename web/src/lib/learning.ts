// What this browser remembers of lessons: where each was begun, which are done, and what was read at their tables.
import { api } from "./api";
import { remember } from "./memory";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { say } from "./toast.svelte";
import { sentenceOf } from "./trying";

const KEY = "maitred.learned";
const READ = "maitred.read.";

export interface Learned {
  table: string;
  done: boolean;
}

type Shelf = Record<string, Record<string, Learned>>;

function shelf(): Shelf {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Shelf) ?? {};
  } catch {
    return {};
  }
}

function put(name: string, what: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

/** How far one has come with the lessons of a game. */
export function learned(game: string): Record<string, Learned> {
  return shelf()[game] ?? {};
}

function keep(game: string, lesson: string, how: Learned): void {
  const all = shelf();
  put(KEY, { ...all, [game]: { ...all[game], [lesson]: how } });
}

/** A lesson is done, and so is the guided first turn of its game. */
export function finish(game: string, lesson: string, table: string): void {
  keep(game, lesson, { table, done: true });
  if (!settings.guided.includes(game)) settings.guided.push(game);
}

/** What was read at a table. */
export function readAt(table: string): string[] {
  try {
    return (JSON.parse(localStorage.getItem(READ + table) ?? "[]") as string[]) ?? [];
  } catch {
    return [];
  }
}

export function keepRead(table: string, read: readonly string[]): void {
  put(READ + table, read);
}

/** Sit down at the table of a lesson; trouble is said, and false is the answer. */
export async function begin(game: string, lesson: string): Promise<boolean> {
  try {
    const seated = await api.beginLesson(game, lesson, settings.name.trim() || "Guest");
    const before = learned(game)[lesson];
    if (before) localStorage.removeItem(READ + before.table);
    keep(game, lesson, { table: seated.table, done: before?.done ?? false });
    remember(seated.table, game);
    go(`/t/${seated.table}`);
    return true;
  } catch (trouble) {
    say(sentenceOf(trouble), true);
    return false;
  }
}

/** Go on with a lesson where one has stopped, or begin it if its table is gone. */
export async function goOn(game: string, lesson: string): Promise<boolean> {
  const before = learned(game)[lesson];
  if (before) {
    try {
      const here = await api.table(before.table);
      if (here.table.phase === "playing" && here.seats.length) {
        go(`/t/${before.table}`);
        return true;
      }
    } catch {
      // The table is gone: the lesson begins anew.
    }
  }
  return begin(game, lesson);
}
