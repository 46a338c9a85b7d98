import { describe, expect, test } from "vitest";
import type { GuideStep } from "../games/contract";
import { nextStep } from "./guide";
import type { Offer } from "./wire";

const STEPS: GuideStep[] = [
  { title: "Welcome", text: "" },
  { title: "Roll", text: "", at: ".market", does: ["roll"] },
  { title: "Commit", text: "", at: ".hand", does: ["commit"], rare: true },
  { title: "Your hand", text: "", at: ".hand" },
];
const roll: Offer = { action: 1, stamp: 0, verb: "roll", label: "Roll", about: {} };
const next = (seen: number[], offers: Offer[], there = true) => nextStep(STEPS, new Set(seen), offers, (step) => !step.at || there);

describe("a guide", () => {
  test("begins at the beginning, and shows a thing when it is there", () => {
    expect(next([], [])).toBe(0);
    expect(next([0], [roll])).toBe(1);
    expect(next([0], [roll], false)).toBe(-1);
  });

  test("is about what can be done only while it can be done", () => {
    expect(next([0], [])).toBe(-1);
    expect(next([0], [{ ...roll, verb: "commit" }])).toBe(2);
    expect(next([0, 1, 2, 3], [roll])).toBe(-1);
  });

  test("ends without what may not come for long", () => {
    expect(next([0, 1], [roll])).toBe(3);
  });
});
