// A roll is played out: what it is for and what it needs, the die, the sum against the cost, then what came of it.
import { tellLines, type Change, type Step } from "../../lib/scenes.svelte";
import { heardIn } from "../contract";
import type { Roll } from "./reading";
import Throw from "./Throw.svelte";
import type { Game } from "./shapes";

const AIM_MS = 700;
const ROLL_MS = 1000;
const SUM_MS = 700;
const RESULT_MS = 900;

/** How far a roll has been played: each shows what those before it have shown. */
export type Act = "aim" | "rolls" | "sum" | "result";

export default function steps(change: Change<Game>): Step[] | null {
  const [roll] = heardIn(change.log, "roll");
  if (!roll) return null;
  const at = change.log.findIndex((line) => line.about?.event === "roll");
  const says = needs(roll, roll.seat === change.seat);
  const act = (name: Act, ms: number): Step => ({
    ms,
    lines: name === "result" ? change.log.slice(0, at + 1) : [],
    turned: false,
    says: name === "result" ? roll.text : says,
    overlay: { part: Throw, about: { ...roll, act: name } },
    sound: name === "rolls" ? "die" : undefined,
  });
  const after = tellLines(change.log.slice(at + 1), change.seat);
  return [act("aim", AIM_MS), act("rolls", ROLL_MS), act("sum", SUM_MS), act("result", RESULT_MS), ...after];
}

/** What the die must show for this roll, in words. */
function needs({ seat, needed, percent }: Roll, mine: boolean): string {
  if (percent === 100) return `${mine ? "You roll" : `{${seat}} rolls`}, and anything will do.`;
  const what = percent ? `${needed} or more on the die` : "more than the die has";
  return `${mine ? "You need" : `{${seat}} needs`} ${what}.`;
}
