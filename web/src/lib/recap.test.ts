import { expect, test } from "vitest";
import { newsFrom, together, turnsOf } from "./recap";
import type { LogLine } from "./wire";

let seq = 0;
const line = (seat: number, text: string, about: Record<string, unknown>): LogLine => ({ seq: seq++, kind: "game", seat, text, about });
const prepares = (what: string) => line(1, `{1} prepares ${what}.`, { event: "prepare", seat: 1, card: 4 });
const turn = (seat: number) => line(seat, `{${seat}}'s turn.`, { event: "turn", seat });

test("what is done several times in a turn is one line", () => {
  const log = [turn(1), prepares("Rice"), prepares("Rice"), prepares("Rice"), prepares("Soy Sauce (secondary, +2, marked)"), turn(2)];
  const turns = turnsOf(log);
  expect(turns.map(({ opening }) => opening?.text)).toEqual(["{1}'s turn.", "{2}'s turn."]);
  expect(turns[0].told.map(({ text }) => text)).toEqual(["{1} prepares Rice ×3 and Soy Sauce (secondary, +2, marked)."]);
  expect(turns[0].told[0].lines).toHaveLength(4);
});

test("lines merge over what tells of nobody, but not over somebody else or another turn", () => {
  const takes = (seat: number, what: string) => line(seat, `{${seat}} takes ${what}.`, { event: "take", seat });
  const pile = (what: string) => line(2, `Next on the pile: ${what}.`, { event: "pile" });
  const texts = turnsOf([turn(2), takes(2, "Egg"), pile("Rat"), takes(2, "Rat"), pile("Onion"), takes(3, "Tomato"), takes(2, "Egg"), turn(2), takes(2, "Egg")]);
  expect(texts.map(({ told }) => told.map(({ text }) => text))).toEqual([
    ["{2} takes Egg and Rat.", "Next on the pile: Rat and Onion.", "{3} takes Tomato.", "{2} takes Egg."],
    ["{2} takes Egg."],
  ]);
});

test("sentences that differ in more than a thing stay apart", () => {
  expect(together(["{1} adds Rice to Gyoza.", "{1} adds Beef to Gyoza.", "{1} adds Rice to Gyoza."])).toBe("{1} adds Rice ×2 and Beef to Gyoza.");
  expect(together(["{1} rolls for Soup: 5 + 2 = 7, and misses.", "{1} rolls for Stew: 15 + 2 = 17, and takes it."])).toBeNull();
  expect(together(["{1}: +3 for Soup (recipe).", "{1}: +1 for Soup (optional)."])).toBeNull();
  expect(together(["You prepare nothing more.", "You end the turn without sabotage."])).toBeNull();
});

test("a game without turns has one for everybody who moves", () => {
  const bottle = (seat: number) => line(seat, `{${seat}} tastes a bottle.`, { event: "taste", seat });
  expect(turnsOf([bottle(0), bottle(0), bottle(1)]).map(({ told }) => told.map(({ text }) => text))).toEqual([
    ["{0} tastes a bottle ×2."],
    ["{1} tastes a bottle."],
  ]);
});

test("news begin after one's last move", () => {
  const log = [turn(0), prepares("Rice"), line(0, "You end the turn.", { event: "end", seat: 0 }), turn(1), prepares("Beef")];
  expect(newsFrom(log, 0)).toBe(3);
  expect(newsFrom(log, 3)).toBe(0);
  expect(newsFrom(log, null)).toBe(0);
});
