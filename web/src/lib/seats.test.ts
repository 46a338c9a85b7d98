import { expect, it } from "vitest";
import { othersFrom, roundFrom } from "./seats";

it("seats are drawn clockwise from the player's own", () => {
  expect(roundFrom(4, 2)).toEqual([2, 3, 0, 1]);
  expect(roundFrom(4, null)).toEqual([0, 1, 2, 3]);
  expect(othersFrom(4, 2)).toEqual([3, 0, 1]);
  expect(othersFrom(3, null)).toEqual([0, 1, 2]);
});
