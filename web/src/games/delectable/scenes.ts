// A roll is played out: what it is for and what it needs, the die, the sum against the cost, then what came of it.
import { tellLines, type Change, type Step } from "../../lib/scenes.svelte";
import Throw from "./Throw.svelte";

const AIM_MS = 700;
const ROLL_MS = 1000;
const SUM_MS = 700;
const RESULT_MS = 900;

/** How far a roll has been played: each shows what those before it have shown. */
export type Act = "aim" | "rolls" | "sum" | "result";

export default function steps(change: Change): Step[] | null {
  const at = change.log.findIndex((line) => line.about?.event === "roll");
  if (at < 0) return null;
  const roll = change.log[at];
  const about = roll.about!;
  const says = needs(about, about.seat === change.seat);
  const act = (name: Act, ms: number): Step => ({
    ms,
    lines: name === "result" ? change.log.slice(0, at + 1) : [],
    turned: false,
    says: name === "result" ? roll.text : says,
    overlay: { part: Throw, about: { ...about, act: name } },
    sound: name === "rolls" ? "die" : undefined,
  });
  const after = tellLines(change.log.slice(at + 1), change.seat);
  return [act("aim", AIM_MS), act("rolls", ROLL_MS), act("sum", SUM_MS), act("result", RESULT_MS), ...after];
}

/** What is rolled for and what the die must show, in words. */
function needs(about: Record<string, any>, mine: boolean): string {
  const needed = about.cost - (about.total - about.die);
  const who = mine ? "You need" : `{${about.seat}} needs`;
  if (needed <= 1) return `${mine ? "You roll" : `{${about.seat}} rolls`}, and anything will do.`;
  return `${who} ${needed > 20 ? "more than the die has" : `${needed} or more on the die`}.`;
}
