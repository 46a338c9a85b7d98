// Which bots one may sit down with.
import type { GameFacts, HouseFacts } from "./wire";

/** The levels of bots at a table: some games have an expert for so many players, who knows the house's cards only. */
export function levelsAt(
  house: Pick<HouseFacts, "levels"> | null,
  game: Pick<GameFacts, "expert"> | undefined,
  players: number,
  ownCards: boolean,
): string[] {
  return [...(house?.levels ?? []), ...(game?.expert?.includes(players) && !ownCards ? ["expert"] : [])];
}
