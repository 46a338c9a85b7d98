// A roll is played out: what it is for and what it needs, the die, the sum against the cost, then what came of it. A
// review is laid down, and then seen to change the restaurant.
import { tellLines, type Change, type Step } from "../../lib/scenes.svelte";
import { heardIn } from "../contract";
import type { Roll } from "./reading";
import type { Game, ReviewHeard } from "./shapes";
import Throw from "./Throw.svelte";
import Verdict from "./Verdict.svelte";

const AIM_MS = 700;
const ROLL_MS = 1000;
const SUM_MS = 700;
const RESULT_MS = 900;
const READ_MS = 900;
const VERDICT_MS = 1200;

/** How far a roll has been played out: each act also shows what came before. */
export type Act = "aim" | "rolls" | "sum" | "result";

interface Standing {
  quality: number;
  score: number;
}

/** A review, and how a restaurant stands before and after it; `done`: whether the change is shown yet. */
export interface VerdictAct extends ReviewHeard {
  before: Standing;
  after: Standing;
  done: boolean;
}

export default function steps(change: Change<Game>): Step[] | null {
  const [review] = heardIn(change.log, "review");
  if (review) return verdict(change, review);
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
  const what = percent ? `${needed} or more on the die` : "more than the die can show";
  return `${mine ? "You need" : `{${seat}} needs`} ${what}.`;
}

function verdict(change: Change<Game>, review: ReviewHeard): Step[] {
  const at = change.log.findIndex((line) => line.about?.event === "review");
  const standing = ({ view }: Change<Game>["position"]) => ({ quality: view.quality[review.reviewed], score: view.scores[review.reviewed] });
  const about = { ...review, before: standing(change.before), after: standing(change.position) };
  const act = (done: boolean): Step => ({
    ms: done ? VERDICT_MS : READ_MS,
    lines: done ? change.log.slice(0, at + 1) : [],
    turned: false,
    says: done ? review.text : null,
    overlay: { part: Verdict, about: { ...about, done } satisfies VerdictAct },
    sound: done ? undefined : "card",
  });
  return [act(false), act(true), ...tellLines(change.log.slice(at + 1), change.seat)];
}
