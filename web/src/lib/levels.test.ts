import { expect, it } from "vitest";
import { levelsAt } from "./levels";

const house = { levels: ["easy", "hard"] };

it("the expert is offered with the numbers of players it knows, and with the house's cards", () => {
  expect(levelsAt(house, { expert: [2] }, 2, false)).toEqual(["easy", "hard", "expert"]);
  expect(levelsAt(house, { expert: [2] }, 3, false)).toEqual(["easy", "hard"]);
  expect(levelsAt(house, { expert: [2] }, 2, true)).toEqual(["easy", "hard"]);
});

it("without facts there are no levels", () => {
  expect(levelsAt(null, undefined, 2, false)).toEqual([]);
});
