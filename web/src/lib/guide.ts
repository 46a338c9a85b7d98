// Which step of a guide is shown: the first not seen yet whose subject is in sight. Steps that are
// only to be read come in their order.
import type { GuideStep } from "../games/contract";
import type { Offer } from "./wire";

/** Whether one of these offers is what the step waits for; of a step that waits for nothing, true. */
export function offered(step: GuideStep, offers: readonly Offer[]): boolean {
  return !step.does || offers.some((offer) => step.does!.includes(offer.verb));
}

/** The number of the step to be shown; -1 if there is none now. `there`: whether what it is about is in sight. */
export function nextStep(
  steps: readonly GuideStep[],
  seen: ReadonlySet<number>,
  offers: readonly Offer[],
  there: (step: GuideStep) => boolean,
): number {
  const due = (at: number) => steps.slice(0, at).every((step, before) => step.rare || seen.has(before));
  return steps.findIndex((step, at) => !seen.has(at) && (step.does ? offered(step, offers) : due(at)) && there(step));
}
