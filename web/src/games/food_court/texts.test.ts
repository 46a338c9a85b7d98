import { expect, it } from "vitest";
import type { Face } from "./shapes";
import { traitsOf } from "./texts";

const PLAIN: Face = {
  deck: "japan", cuisine: "Japan", name: "Wasabi", kind: "secondary", copies: 1, effect: null, offence: null, defence: null,
  difficulty: null, needs: null, points: 1, utensil: null, tag: null, vp: 1, text: "",
};

it("says of an ingredient what the ability sees in it", () => {
  const umami = { ...PLAIN, vp: 2, tag: "marked" };
  const ginger = { ...PLAIN, vp: -1, tag: "marked" };
  const hot = { ...PLAIN, vp: 0, tag: "hot" };
  const course: Face = { ...PLAIN, kind: "recipe", vp: 0, tag: "entrée", needs: { primary: 1, secondary: 0 } };
  expect([umami, PLAIN, ginger, hot, course].map(traitsOf)).toEqual([["+2", "marked"], ["+1"], ["−1", "marked"], ["hot"], []]);
});
