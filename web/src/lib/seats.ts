// The seats of a table in the order in which they are drawn.

/** All seats, clockwise from the player's own; for a spectator, from the first. */
export function roundFrom(players: number, seat: number | null): number[] {
  return Array.from({ length: players }, (_, at) => ((seat ?? 0) + at) % players);
}

/** The other seats, clockwise from the player's left; for a spectator, all of them. */
export function othersFrom(players: number, seat: number | null): number[] {
  return roundFrom(players, seat).filter((at) => at !== seat);
}
