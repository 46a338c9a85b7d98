import type { TableLink } from "../../lib/link.svelte";
import type { Reach } from "../../lib/reach";
import type { TableFacts } from "../../lib/wire";

/** What somebody who is at a table knows of it and can do there. */
export interface Seated {
  link: TableLink;
  facts: TableFacts;
  address: string;
  /** Who can open that address. */
  reach: Reach;
  /** The seats that are played on this device. */
  mine: readonly number[];
  leave: () => void;
  pass: (seat: number) => void;
}
