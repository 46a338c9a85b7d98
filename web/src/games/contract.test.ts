import { expect, it } from "vitest";
import { heardIn } from "./contract";

it("gives an event the sentence of its line, which the event itself does not carry", () => {
  type Heard = { event: "break"; seat: number } | { event: "draw" };
  const news: Array<{ seq: number; text: string; about: Heard | null }> = [
    { seq: 4, text: "A break begins.", about: { event: "break", seat: 1 } },
    { seq: 5, text: "Ann draws.", about: { event: "draw" } },
    { seq: 6, text: "Hello", about: null },
  ];
  expect(heardIn<Heard, "break">(news, "break")).toEqual([{ event: "break", seat: 1, seq: 4, text: "A break begins." }]);
});
