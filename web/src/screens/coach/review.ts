// What a review says, as `maitred review --json` writes it (docs/coach.md), and where things are drawn.

export type Grade = "best" | "good" | "inaccuracy" | "mistake";

export interface Side {
  action: number;
  label: string;
  chance: number | null;
  reason: string;
}

export interface Decision {
  move: number;
  prompt: string;
  grade: Grade;
  /** What it cost of the chance to win: the estimate, and the bounds between which the truth may lie. */
  loss: [number, number, number];
  worlds: number;
  played: Side;
  best: Side;
  words: string;
}

export interface Point {
  move: number;
  chances: number[];
  error: number;
}

export interface TurningPoint {
  move: number;
  until: number;
  seat: number;
  change: number;
}

export interface Review {
  game: string;
  names: string[];
  seat: number;
  moves: number;
  open_cards: boolean;
  worlds: number;
  rounds: [number, number];
  outlook: Point[];
  turning_points: TurningPoint[];
  decisions: Decision[];
  counts: Record<Grade, number>;
  words: string[];
}

export const WIDTH = 600;
export const HEIGHT = 200;

/** The line of a seat through the graph. */
export function line(review: Review, seat: number): string {
  const last = Math.max(1, review.moves);
  return review.outlook
    .map(({ move, chances }) => `${((WIDTH * move) / last).toFixed(1)},${(HEIGHT * (1 - chances[seat])).toFixed(1)}`)
    .join(" ");
}

/** The chances after that many moves: those of the last point before. */
export function chancesAt(review: Review, move: number): number[] {
  return (review.outlook.findLast((point) => point.move <= move) ?? review.outlook[0]).chances;
}

/** A share as a number out of a hundred. */
export const points = (share: number): string => (100 * share).toFixed(1).replace(/\.0$/, "");

/** Each seat's line has a pattern of its own, besides its colour. */
export const DASHES = ["", "8 4", "2 4", "10 3 2 3", "1 2", "14 4", "6 2 2 2", "4 8"];
