// What every part of Food Court's board needs to know of the table, without having it passed down as props.
import { getContext, setContext } from "svelte";
import type { Constants, Face, View } from "./shapes";
import type { Offering } from "./table";

export interface Court {
  readonly faces: Face[];
  readonly constants: Constants;
  readonly view: View;
  /** Through whose eyes the table is seen. */
  readonly seat: number | null;
  readonly names: string[];
  /** The offers by the spot where they are taken up. */
  readonly spots: ReadonlyMap<string, Offering[]>;
  /** The digit keys by spot. */
  readonly digits: ReadonlyMap<string, string>;
  /** The recipes in hand that one tap cooks in full. */
  readonly plans: ReadonlyMap<number, readonly number[]>;
  play: (offer: Offering) => void;
  /** Cook a recipe in full. */
  cook: (card: number) => void;
}

const COURT = Symbol("court");

export function setCourt(court: Court): void {
  setContext(COURT, court);
}

export function getCourt(): Court {
  return getContext<Court>(COURT);
}
