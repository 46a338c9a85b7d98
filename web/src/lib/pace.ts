// The paces of a table, in words.
import type { Pace } from "./scenes.svelte";

const WORDS: Record<Pace, string> = { slow: "slow", usual: "relaxed", fast: "brisk", none: "at once" };
/** Bots in real time react as people do, or slower, or faster. */
const REAL_TIME: Record<Pace, string> = { slow: "relaxed", usual: "natural", fast: "fast", none: "natural" };

/** The paces on offer; a slow table of turns is for practice, and may change to another pace. */
export function pacesOf(realTime: boolean, now?: Pace): Pace[] {
  if (realTime) return ["slow", "usual", "fast"];
  return now === "slow" ? ["slow", "usual", "fast", "none"] : ["usual", "fast", "none"];
}

export function wordsOf(realTime: boolean, pace: Pace): string {
  return (realTime ? REAL_TIME : WORDS)[pace];
}
