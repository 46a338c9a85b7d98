// What is taken from somebody, or slipped into their oven: the card goes from owner to owner before the board shows it,
// and whoever it happens to is told so.
import { tellLines, type Change, type Step } from "../../lib/scenes.svelte";
import type { Game, VictimHeard } from "./shapes";
import Snatch from "./Snatch.svelte";

const OURS_MS = 2200;
const THEIRS_MS = 1100;

type Taking = VictimHeard & { event: "steal" | "keep" | "sabotage" };

/** A card that changes its owner; `mine`: whether the player who is watching is the victim. */
export interface SnatchAct {
  event: Taking["event"];
  seat: number;
  victim: number;
  kind: number | null;
  mine: boolean;
}

export default function steps(change: Change<Game>): Step[] | null {
  const at = change.log.findIndex(({ about }) => about && isTaking(about, change.seat));
  const about = change.log[at]?.about;
  if (!about || !isTaking(about, change.seat)) return null;
  const mine = about.victim === change.seat;
  const act: SnatchAct = { event: about.event, seat: about.seat, victim: about.victim, kind: about.kind ?? null, mine };
  const before: Step[] = at ? tellLines(change.log.slice(0, at), change.seat).map((step) => ({ ...step, turned: false })) : [];
  const scene: Step = {
    ms: mine ? OURS_MS : THEIRS_MS,
    lines: [change.log[at]],
    turned: false,
    says: change.log[at].text,
    overlay: { part: Snatch, about: act },
    sound: mine ? "loss" : "card",
  };
  return [...before, scene, ...tellLines(change.log.slice(at + 1), change.seat)];
}

/** Only the two whom a raid concerns see what is kept; everybody sees the rest. Nobody has to be shown what they did themselves. */
function isTaking(about: NonNullable<Change<Game>["log"][number]["about"]>, seat: number | null): about is Taking {
  if (about.event === "keep") return about.victim === seat;
  return (about.event === "steal" || about.event === "sabotage") && about.seat !== seat;
}
