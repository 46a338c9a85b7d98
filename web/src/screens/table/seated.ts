import type { TableLink } from "../../lib/link.svelte";
import type { TableFacts } from "../../lib/wire";

/** What somebody who is at a table knows of it and can do there. */
export interface Seated {
  link: TableLink;
  facts: TableFacts;
  address: string;
  /** The seats that are played on this device. */
  mine: readonly number[];
  leave: () => void;
  pass: (seat: number) => void;
}
