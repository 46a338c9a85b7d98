import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sceneOf, Scenes, tellLines, type Overlay, type Step } from "./scenes.svelte";
import { settings } from "./settings.svelte";
import type { LogLine, Offer, Position } from "./wire";

const offer: Offer = { action: 1, stamp: 0, verb: "roll", label: "Roll", about: {} };
const part = (() => undefined) as unknown as Overlay["part"];

const SHEET = { lines: [], total: { label: "Score", values: [] } };

function position(moves: number, more: Partial<Position> = {}): Position {
  return { moves, view: {}, prompt: `after ${moves}`, section: "", actors: [0], offers: [], clocks: [], can_undo: false, zones: null, sheet: null, proof: null, ...more };
}

function line(text: string, seat = 1): LogLine {
  return { seq: 0, kind: "game", seat, text, about: { event: "move", seat } };
}

/** A change in three steps: the die, what came of it, and what follows; the board changes with the last. */
const rolled: Scenes["stager"] = (change) => {
  const step = (ms: number, lines: LogLine[], turned = false): Step => ({ ms, lines, turned, says: null, overlay: turned ? undefined : { part, about: {} } });
  return [step(1000, []), step(500, change.log.slice(0, 1)), step(400, change.log.slice(1), true)];
};

function table(stager: Scenes["stager"] = null): Scenes {
  const scenes = new Scenes(0);
  scenes.stager = stager;
  scenes.show(position(0), []);
  return scenes;
}

const texts = (scenes: Scenes) => scenes.log.map((one) => one.text);

beforeEach(() => {
  vi.useFakeTimers();
  settings.pace = "usual";
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a scene", () => {
  test("shows neither board nor log before it has come to them", () => {
    const scenes = table(rolled);
    scenes.play(position(1), [line("rolls"), line("turn")], false);
    expect([scenes.position?.moves, texts(scenes), scenes.held]).toEqual([0, [], true]);
    vi.advanceTimersByTime(1000);
    expect([scenes.position?.moves, texts(scenes), scenes.held]).toEqual([0, ["rolls"], true]);
    vi.advanceTimersByTime(500);
    expect([scenes.position?.moves, texts(scenes), scenes.held]).toEqual([1, ["rolls", "turn"], false]);
    expect(scenes.news).toHaveLength(2);
    expect(scenes.step).not.toBeNull();
    vi.advanceTimersByTime(400);
    expect(scenes.step).toBeNull();
  });

  test("is over before scores and the next player change, though the board moves with its first line", () => {
    const scenes = table();
    scenes.play(position(1), [line("takes a card"), line("turn")], false);
    expect([scenes.position?.moves, scenes.seen?.moves]).toEqual([1, 0]);
    vi.advanceTimersByTime(500);
    expect([texts(scenes).length, scenes.seen?.moves]).toEqual([2, 0]);
    vi.advanceTimersByTime(500);
    expect([scenes.step, scenes.seen?.moves]).toEqual([null, 1]);
    scenes.play(position(2), [line("turn")], false);
    expect(scenes.seen?.moves).toBe(1);
    scenes.finish();
    expect(scenes.seen?.moves).toBe(2);
  });

  test("ends when somebody wants it to, and everything is told once and in order", () => {
    const scenes = table(rolled);
    scenes.play(position(1), [line("a"), line("b")], false);
    scenes.play(position(2), [line("c"), line("d")], false);
    vi.advanceTimersByTime(900);
    expect(scenes.finish()).toBe(true);
    expect([scenes.position?.moves, texts(scenes), scenes.step]).toEqual([2, ["a", "b", "c", "d"], null]);
    expect(scenes.news.map((one) => one.text)).toEqual(["a", "b", "c", "d"]);
    vi.advanceTimersByTime(60_000);
    expect(texts(scenes)).toEqual(["a", "b", "c", "d"]);
    expect(scenes.finish()).toBe(false);
  });

  test("does not change the board when it is ended after that", () => {
    const scenes = table();
    scenes.play(position(1), [line("a"), line("b")], false);
    expect(scenes.position?.moves).toBe(1);
    expect(scenes.finish()).toBe(false);
    expect(texts(scenes)).toEqual(["a", "b"]);
  });

  test("waits for the one before it", () => {
    const scenes = table();
    scenes.play(position(1), [line("a")], false);
    scenes.play(position(2), [line("b")], false);
    expect([scenes.position?.moves, texts(scenes)]).toEqual([1, ["a"]]);
    vi.advanceTimersByTime(500);
    expect([scenes.position?.moves, texts(scenes)]).toEqual([2, ["a", "b"]]);
  });

  test("goes faster when more is waiting, and a big step keeps its time", () => {
    const scenes = table((change) => [{ ms: 1000, lines: change.log, turned: true, says: null, big: change.position.moves === 1 }]);
    for (let move = 1; move <= 21; move++) scenes.play(position(move), [line(String(move))], false);
    expect(scenes.ms).toBe(1000);
    vi.advanceTimersByTime(1000);
    expect(scenes.ms).toBeLessThan(300);
    vi.advanceTimersByTime(20_000);
    expect([scenes.position?.moves, texts(scenes).length]).toEqual([21, 21]);
  });

  test("is faster at a brisk pace, and there is none at once", () => {
    const scenes = table(rolled);
    settings.pace = "fast";
    scenes.play(position(1), [line("a")], false);
    expect(scenes.ms).toBeLessThanOrEqual(500);
    settings.pace = "none";
    scenes.play(position(2), [line("b")], false);
    expect([scenes.position?.moves, scenes.step, texts(scenes)]).toEqual([2, null, ["a", "b"]]);
  });
});

describe("the truth is shown at once", () => {
  test("in real time, until the end", () => {
    const scenes = table(rolled);
    scenes.win = part;
    scenes.play(position(1), [line("a")], true);
    expect([scenes.position?.moves, scenes.step]).toEqual([1, null]);
    const sheet = { ...SHEET, ranking: [[0], [1]], verdict: "{0} wins." };
    scenes.stager = null;
    scenes.play(position(2, { sheet }), [line("b")], true);
    expect(scenes.position?.moves).toBe(2);
    vi.advanceTimersByTime(500);
    expect(scenes.step?.overlay?.about).toEqual({ verdict: "{0} wins.", won: true });
  });

  test("to whoever comes back, and nothing is told twice", () => {
    const scenes = table(rolled);
    scenes.play(position(1), [line("a")], false);
    scenes.show(position(3), [line("c")]);
    expect([scenes.position?.moves, scenes.step, texts(scenes)]).toEqual([3, null, ["a", "c"]]);
  });

  test("in a tab that nobody sees: nothing piles up there", () => {
    vi.stubGlobal("document", { visibilityState: "hidden" });
    const scenes = table(rolled);
    for (let move = 1; move < 9; move++) scenes.play(position(move), [line("a")], false);
    expect([scenes.position?.moves, scenes.step]).toEqual([8, null]);
  });

  test("when a move is taken back", () => {
    const scenes = table(rolled);
    scenes.show(position(4), []);
    scenes.play(position(3), [line("takes back")], false);
    expect([scenes.position?.moves, scenes.step]).toEqual([3, null]);
  });

  test("until one is asked, to whoever skips ahead", () => {
    const scenes = table(rolled);
    scenes.hurry();
    scenes.play(position(1), [line("a")], false);
    scenes.play(position(2, { offers: [offer] }), [line("b")], false);
    expect([scenes.position?.moves, scenes.step]).toEqual([2, null]);
    scenes.play(position(3), [line("c")], false);
    expect(scenes.held).toBe(true);
  });
});

test("what is said meanwhile stands in the log at once", () => {
  const scenes = table(rolled);
  scenes.play(position(1), [line("a")], false);
  scenes.tell([line("Hello!")]);
  expect(texts(scenes)).toEqual(["Hello!"]);
});

describe("the log", () => {
  test("drops its oldest lines with a move, never for what somebody says", () => {
    const scenes = table();
    scenes.tell(Array.from({ length: 1000 }, (_, at) => line(`${at}`)));
    scenes.tell([{ ...line("Hello"), kind: "chat" }]);
    expect(texts(scenes).slice(0, 1)).toEqual(["0"]);
    scenes.tell([line("on")]);
    expect(texts(scenes)).toHaveLength(1000);
    expect(texts(scenes).slice(0, 1)).toEqual(["2"]);
  });
});

describe("steps", () => {
  test("tell line by line, never too long, and not what one has done oneself", () => {
    const steps = tellLines([line("mine", 0), line("theirs", 1)], 0);
    expect(steps.map((step) => step.says)).toEqual([null, "theirs"]);
    expect(steps.every((step) => step.turned)).toBe(true);
    const many = tellLines(Array.from({ length: 40 }, () => line("x")), 0);
    expect(many.reduce((sum, step) => sum + step.ms, 0)).toBeLessThan(3000);
    expect(tellLines([], 0)).toHaveLength(1);
  });

  test("end with the winner", () => {
    const sheet = { ...SHEET, ranking: [[1], [0]], verdict: "{1} wins with 56." };
    const steps = sceneOf({ log: [line("a")], position: position(1, { sheet }), before: position(0), seat: 0 }, null, part);
    expect(steps.at(-1)?.overlay?.about).toEqual({ verdict: "{1} wins with 56.", won: false });
    const seen = sceneOf({ log: [], position: position(1, { sheet }), before: position(1, { sheet }), seat: 0 }, null, part);
    expect(seen.some((step) => step.overlay)).toBe(false);
  });
});
