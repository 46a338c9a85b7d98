import { expect, test, vi } from "vitest";
import { nextTurn, Reels, turnBefore, waitBefore } from "./reel";
import type { Frames } from "./wire";

function frames(first: number, count: number): Promise<Frames> {
  const frames = Array.from({ length: count }, (_, at) => ({ log: [], position: { moves: first + at } as never }));
  return Promise.resolve({ first, frames });
}

test("frames are fetched in pieces, once, and one piece ahead", async () => {
  const fetch = vi.fn((first: number, count: number) => frames(first, count));
  const reels = new Reels(fetch, 45);
  expect((await reels.frame(3, null)).position.moves).toBe(3);
  expect((await reels.frame(21, null)).position.moves).toBe(21);
  expect((await reels.frame(44, null)).position.moves).toBe(44);
  expect(fetch.mock.calls.map(([first, count]) => [first, count])).toEqual([
    [0, 20],
    [20, 20],
    [40, 5],
  ]);
});

test("other eyes see other frames", async () => {
  const fetch = vi.fn((first: number, count: number) => frames(first, count));
  const reels = new Reels(fetch, 10);
  await reels.frame(0, null);
  await reels.frame(0, 1);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a piece that could not be fetched is tried again", async () => {
  const fetch = vi.fn((first: number, count: number) => frames(first, count));
  fetch.mockImplementationOnce(() => Promise.reject(new Error("gone")));
  const reels = new Reels(fetch, 10);
  await expect(reels.frame(0, null)).rejects.toThrow("gone");
  expect((await reels.frame(0, null)).position.moves).toBe(0);
});

test("turns are found before and after", () => {
  const turns = [0, 4, 9];
  expect(turnBefore(turns, 9)).toBe(4);
  expect(turnBefore(turns, 0)).toBe(0);
  expect(nextTurn(turns, 4, 12)).toBe(9);
  expect(nextTurn(turns, 9, 12)).toBe(12);
});

test("a replay waits as long as it took, faster, or in even steps", () => {
  const moves: Array<[number, number]> = [[0, 1500], [1, 1820], [0, 1820]];
  expect([0, 1, 2].map((at) => waitBefore(moves, at, 1))).toEqual([1500, 320, 0]);
  expect(waitBefore(moves, 0, 2)).toBe(750);
  expect(waitBefore(moves, 1, null)).toBe(waitBefore(moves, 0, null));
});
