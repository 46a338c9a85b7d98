// What every part of Food Court's board needs to know of the table, without having it handed down.
import { getContext, setContext } from "svelte";
import type { Offer } from "../../lib/wire";
import type { Face } from "../contract";
import type { TableView } from "./table";

export interface Court {
  readonly faces: Face[];
  readonly view: TableView;
  /** Through whose eyes the table is seen. */
  readonly seat: number | null;
  readonly names: string[];
  /** The offers by the spot where they are taken up. */
  readonly spots: ReadonlyMap<string, Offer[]>;
  /** The digit keys by spot. */
  readonly digits: ReadonlyMap<string, string>;
  /** What the three utensils are called, in their order. */
  readonly utensils: string[];
  play: (offer: Offer) => void;
}

const COURT = Symbol("court");

export function setCourt(court: Court): void {
  setContext(COURT, court);
}

export function getCourt(): Court {
  return getContext<Court>(COURT);
}
