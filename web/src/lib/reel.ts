// A replay is fetched in pieces, and what was seen stays.
import type { Frame, Frames } from "./wire";

const PIECE = 20;

export class Reels {
  private pieces = new Map<string, Promise<Frame[]>>();

  constructor(
    private fetch: (first: number, count: number, eyes: number | null) => Promise<Frames>,
    private length: number,
  ) {}

  private piece(number: number, eyes: number | null): Promise<Frame[]> {
    const key = `${eyes}/${number}`;
    let piece = this.pieces.get(key);
    if (!piece) {
      const first = number * PIECE;
      piece = this.fetch(first, Math.min(PIECE, this.length - first), eyes).then((told) => told.frames);
      piece.catch(() => this.pieces.delete(key));
      this.pieces.set(key, piece);
    }
    return piece;
  }

  /** The game after that many moves; the piece that comes next is fetched ahead. */
  async frame(move: number, eyes: number | null): Promise<Frame> {
    const number = Math.floor(move / PIECE);
    const piece = await this.piece(number, eyes);
    if ((number + 1) * PIECE < this.length) this.piece(number + 1, eyes).catch(() => undefined);
    return piece[move - number * PIECE];
  }
}

const STEP_MS = 1100;

/** How long a replay waits before the move after `at`: as long as it took, so many times faster; or an even step. */
export function waitBefore(moves: ReadonlyArray<readonly [number, number]>, at: number, times: number | null): number {
  if (times === null || !moves[at]) return STEP_MS;
  const before = at > 0 ? moves[at - 1][1] : 0;
  return Math.max(0, moves[at][1] - before) / times;
}

/** The move at which the turn before begins. */
export function turnBefore(turns: readonly number[], at: number): number {
  return turns.findLast((turn) => turn < at) ?? 0;
}

/** The move at which the next turn begins, or the end. */
export function nextTurn(turns: readonly number[], at: number, last: number): number {
  return turns.find((turn) => turn > at) ?? last;
}
