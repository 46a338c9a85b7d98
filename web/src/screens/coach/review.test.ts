import { expect, test } from "vitest";
import { chancesAt, line, points, type Review } from "./review";

const review = {
  moves: 10,
  outlook: [
    { move: 0, chances: [0.5, 0.5], error: 0 },
    { move: 4, chances: [0.25, 0.75], error: 0 },
    { move: 10, chances: [0, 1], error: 0 },
  ],
} as Review;

test("the chances after a move are those of the last point before it", () => {
  expect(chancesAt(review, 0)).toEqual([0.5, 0.5]);
  expect(chancesAt(review, 5)).toEqual([0.25, 0.75]);
  expect(chancesAt(review, 10)).toEqual([0, 1]);
});

test("the line of a seat goes from the left to the right edge", () => {
  expect(line(review, 0)).toBe("0.0,100.0 240.0,150.0 600.0,200.0");
});

test("shares are told as points", () => {
  expect(points(0.031)).toBe("3.1");
  expect(points(0.04)).toBe("4");
});
