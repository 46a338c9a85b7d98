import { expect, it } from "vitest";
import type { BeforeView, Face, Heard, View } from "./shapes";
import { stacks, tell, type Story } from "./story";

const BLOCK = 0;
const LESS = 1;
const FACES = [{ effect: "block" }, { effect: "scores" }] as Face[];

/** An event; of those whose facts do not matter here only the name. */
function heard(event: Heard["event"], facts: object = {}, text: string = event) {
  return { seq: 0, kind: "game" as const, seat: null, text, about: { event, text, ...facts } as Heard };
}

function table(before: BeforeView[] = []): View {
  return { turn: 0, stations: [{ before }] } as unknown as View;
}

const REVEALED = [
  heard("scoring", { seat: 0 }),
  heard("reveal", { seat: 0, owner: 1, card: LESS }),
  heard("reveal", { seat: 0, owner: 0, card: BLOCK }),
  heard("reveal", { seat: 0, owner: 1, card: BLOCK }),
];

it("tells a whole scoring that happened in one step", () => {
  const story = tell(
    null,
    [
      ...REVEALED,
      heard("block", { seat: 0, owner: 1, card: LESS, place: 0 }),
      heard("block", { seat: 1, owner: 0, card: BLOCK, place: 1 }),
      heard("resolve", { seat: 0, owner: 1, card: LESS }),
      heard("more", { seat: 0, card: 7, points: -1 }, "{0}'s Gyoza scores 1 less."),
      heard("line", { seat: 0, line: "recipe", card: 7, points: 3 }),
      heard("total", { seat: 0, points: 3, vp: 3 }),
      heard("end", { seat: 0 }),
      heard("line", { seat: 0, line: "role", card: null, points: 2 }),
      heard("turn", { seat: 1 }),
    ],
    table(),
    FACES,
  ) as Story;
  expect(story.cards.map((card) => card.fate)).toEqual(["resolved", "blocked", "standing"]);
  expect(story.cards.map((card) => card.usedOn)).toEqual([null, 0, 1]);
  expect(story.deeds).toEqual(["{0}'s Gyoza scores 1 less."]);
  expect(story.lines).toEqual([{ line: "recipe", card: 7, points: 3 }]);
  expect([story.points, story.over]).toEqual([3, true]);
  expect(story.known).toEqual({ cards: 0, deeds: 0, lines: 0 });
});

it("believes the view as long as the cards lie there, and says how much is new", () => {
  const row: BeforeView[] = [
    { owner: 1, card: LESS, revealed: true, fate: "blocked", used_on: null },
    { owner: 0, card: BLOCK, revealed: true, fate: "standing", used_on: 0 },
    { owner: 1, card: BLOCK, revealed: true, fate: "standing", used_on: null },
  ];
  const first = tell(null, REVEALED, table(row.map((card) => ({ ...card, fate: "standing", used_on: null }))), FACES);
  const then = tell(first, [heard("block", { seat: 0, owner: 1, card: LESS, place: 0 })], table(row), FACES) as Story;
  expect(then.cards.map((card) => card.fate)).toEqual(["blocked", "standing", "standing"]);
  expect(then.known.cards).toBe(3);
  const anew = tell(null, [], table(row), FACES) as Story;
  expect([anew.seat, anew.cards.length, anew.over]).toEqual([0, 3, false]);
});

it("begins anew when the next one scores, and tells nothing of other moments", () => {
  const done = tell(null, [...REVEALED, heard("end", { seat: 0 })], table(), FACES);
  expect(tell(done, [heard("prepare", { seat: 1 })], table(), FACES)?.deeds).toEqual([]);
  expect(tell(done, [heard("scoring", { seat: 1 })], table(), FACES)).toMatchObject({ seat: 1, cards: [], over: false });
  expect(tell(null, [heard("prepare", { seat: 1 })], table(), FACES)).toBeNull();
});

it("says when a card finds nothing to act on", () => {
  const story = tell(
    null,
    [...REVEALED, heard("resolve", { owner: 1, card: LESS }), heard("fizzle", { owner: 1, card: LESS })],
    table(),
    FACES,
  );
  expect(story?.cards[0].fate).toBe("nothing");
});

it("stacks Blocks on what they were used on", () => {
  const card = (owner: number, usedOn: number | null) => ({ owner, card: BLOCK, fate: "standing" as const, usedOn });
  const piled = stacks([card(1, null), card(0, 0), card(1, 1), card(2, null), card(0, 0)]);
  expect(piled.map((stack) => stack.map(({ place, depth }) => [place, depth]))).toEqual([
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [4, 1],
    ],
    [[3, 0]],
  ]);
});
