import { expect, it } from "vitest";
import type { Face } from "../contract";
import { abilityOf, textOf, traitsOf } from "./texts";

const spice = (name: string, vp: number, marked: boolean): Face => ({
  deck: "japan",
  kind: "secondary",
  name,
  vp,
  tag: marked ? "marked" : null,
  tracked: marked,
  needs: null,
});
const UMAMI = spice("Umami", 2, true);
const WASABI = spice("Wasabi", 1, false);
const GINGER = spice("Ginger", -1, true);
const HOT: Face = { deck: "mexico", kind: "secondary", name: "Jalapeño", vp: 0, tag: "hot", tracked: true, needs: null };
const COURSE: Face = { deck: "france", kind: "recipe", name: "Garbure", vp: 0, tag: "entrée", tracked: true, needs: { primary: 1, secondary: 0 } };

it("names the spices, what each counts, and which are marked", () => {
  const { text, win } = abilityOf("spices", "japan", [UMAMI, WASABI, GINGER, HOT]);
  expect(text).toContain("Umami +2, Wasabi +1, Ginger −1");
  expect(win).toContain("Umami and Ginger");
  expect(abilityOf("heat", "mexico", [UMAMI, HOT]).text).toMatch(/^Up to two hot secondaries/);
  expect(abilityOf("of their own", "theirs", [])).toEqual({ title: "of their own", text: "", win: "" });
});

it("says of an ingredient what the ability sees in it", () => {
  expect([UMAMI, WASABI, GINGER, HOT, COURSE].map(traitsOf)).toEqual([["+2", "marked"], ["+1"], ["−1", "marked"], ["hot"], []]);
  expect(textOf(GINGER)).toContain("−1 in a full recipe. It is marked. Counts towards your win condition.");
  expect(textOf(WASABI)).not.toContain("marked");
});
