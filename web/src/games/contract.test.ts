import { expect, it } from "vitest";
import { heardIn } from "./contract";

it("gives an event the sentence of its line, which the event itself does not carry", () => {
  const news = [
    { seq: 4, text: "A break begins.", about: { event: "break" as const, seat: 1 } },
    { seq: 5, text: "Ann draws.", about: { event: "draw" as const } },
    { seq: 6, text: "Hello", about: null },
  ];
  expect(heardIn(news, "break")).toEqual([{ event: "break", seat: 1, seq: 4, text: "A break begins." }]);
});
