// The seats of a table in the order in which they are drawn.

/** All seats as they sit, clockwise from one's own; a spectator begins with the first. */
export function roundFrom(players: number, seat: number | null): number[] {
  return Array.from({ length: players }, (_, at) => ((seat ?? 0) + at) % players);
}

/** The other seats as they sit, clockwise from one's left; to a spectator all are others. */
export function othersFrom(players: number, seat: number | null): number[] {
  return roundFrom(players, seat).filter((at) => at !== seat);
}
