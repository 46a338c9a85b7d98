// A scoring, card by card: each is turned up, Blocks are laid on what they stop, the others take effect, and the sum is added up.
import { tellLines, type Change, type Step } from "../../lib/scenes.svelte";
import type { Game, View } from "./shapes";
import Scoring from "./Scoring.svelte";
import type { News } from "./table";

/** How long each event is shown; all others tell what the cards did, and take DEED_MS. */
const EVENT_MS: Partial<Record<string, number>> = { scoring: 500, reveal: 800, block: 1100, resolve: 700, fizzle: 500, line: 260, total: 1100 };
const DEED_MS = 700;
const OPENS: ReadonlySet<string | undefined> = new Set(["scoring", "reveal", "block", "resolve"]);
const CLOSES: ReadonlySet<string | undefined> = new Set(["end", "turn", "round", "over"]);

/** How far a scoring is shown: the table before it, and what was heard of it. */
export interface ScoringAct {
  view: View;
  lines: News;
}

export default function steps(change: Change<Game>): Step[] | null {
  const first = change.log.findIndex((line) => OPENS.has(line.about?.event));
  if (first < 0) return null;
  const after = change.log.findIndex((line, at) => at > first && CLOSES.has(line.about?.event));
  const end = after < 0 ? change.log.length : after;
  const { view } = change.before;
  const shown = change.log.slice(first, end).map(
    (line, at): Step => ({
      ms: EVENT_MS[line.about?.event ?? ""] ?? DEED_MS,
      lines: at === 0 ? change.log.slice(0, first + 1) : [line],
      turned: false,
      says: line.text,
      overlay: { part: Scoring, about: { view, lines: change.log.slice(0, first + at + 1) } satisfies ScoringAct },
      sound: line.about?.event === "line" ? undefined : "card",
    }),
  );
  return [...shown, ...tellLines(change.log.slice(end), change.seat)];
}
