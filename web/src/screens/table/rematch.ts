import { api } from "../../lib/api";
import { remember } from "../../lib/memory";
import { go } from "../../lib/router.svelte";
import { say } from "../../lib/toast.svelte";
import { sentenceOf } from "../../lib/trying";
import type { TableFacts } from "../../lib/wire";

/** Sit down at the next table of the same people, which is set first if it is not there yet. */
export async function rematch(facts: TableFacts): Promise<void> {
  try {
    const seated = await api.rematch(facts.table);
    remember(seated.table, facts.game);
    go(`/t/${seated.table}`);
  } catch (trouble) {
    say(sentenceOf(trouble), true);
  }
}
