// What every part of the diner needs to know, without having it passed down as props.
import { getContext, setContext } from "svelte";
import type { Offering, Sides, Wish } from "./seen";
import type { Constants, View } from "./shapes";

export interface Shift {
  readonly view: View;
  readonly constants: Constants;
  readonly sides: Sides;
  /** Through whose eyes the diner is seen. */
  readonly seat: number | null;
  readonly offers: Offering[];
  /** Where the cards that have just moved came from, by their table side. */
  readonly origins: ReadonlyMap<number, string>;
  /** The stack that the next party comes from, if that is decided. */
  readonly refills: number | null;
  /** Whether the player waits for a token: what they pick meanwhile is done when one comes. */
  readonly waits: boolean;
  /** Take what is offered at a place, or ask which one. */
  grab: (place: string, offers: Offering[]) => void;
  /** How a place looks: pressed while its offer is on its way, with who was faster when it came too late. */
  at: (
    place: string,
    offers: Offering[],
    verb: Wish["verb"],
  ) => { place: string; pressed: boolean; hinted: boolean; wished: boolean; actions?: string; gone?: string; onclick: () => void };
}

const SHIFT = Symbol("shift");

export function setShift(shift: Shift): void {
  setContext(SHIFT, shift);
}

export function getShift(): Shift {
  return getContext<Shift>(SHIFT);
}

export const STACK_KEYS = ["1", "2", "3"];
export const SLOT_KEYS = ["q", "w", "e"];
export const TABLE_KEYS = ["a", "s", "d", "f", "g", "z", "x", "c", "v", "b"];
export const REST_KEYS = { take: "t", call: "k", hold: "0" } as const;
