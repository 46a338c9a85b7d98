import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TableLink } from "./link.svelte";
import type { Bye, Offer, Position, TableFacts, ToSocket } from "./wire";

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: any[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.onclose?.();
  }

  tell(message: ToSocket): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const promise = { attempt: 1, key: "", step: "dealt", committed: [true], list: null, digest: null, agreed: [true], revealed: [true], voided: 0, transcript: null, fingerprint: null, signature: null };
const facts = { table: "t", game: "g", phase: "playing", seats: [], real_time: false, spectators: true, promise } as unknown as TableFacts;

function position(moves: number, offers: Offer[] = []): Position {
  return { moves, view: {}, section: "", prompt: "", actors: [0], offers, clocks: [], can_undo: false, zones: null, sheet: null, proof: null };
}

function welcome(seq: number, moves: number, offers: Offer[] = []): ToSocket {
  const line = { seq, kind: "game" as const, seat: null, text: `line ${seq}` };
  return { t: "welcome", version: "1", table: facts, seat: 0, host: false, seq, position: position(moves, offers), log: [line] };
}

const offer: Offer = { action: 7, stamp: 3, verb: "roll", label: "Roll", about: {} };

function last(): FakeSocket {
  return FakeSocket.all.at(-1)!;
}

function table(): TableLink {
  return new TableLink("t", 0, true, (url) => new FakeSocket(url) as unknown as WebSocket);
}

/** A connection that the house has ended for this reason. */
function dismissed(reason: Bye["reason"]): TableLink {
  const link = table();
  link.open();
  last().tell(welcome(1, 0));
  last().tell({ t: "bye", reason, text: "So it is." });
  last().close();
  return link;
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "http:", host: "house" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to a table", () => {
  test("says what it has already heard when it comes back, and hears the rest", async () => {
    const link = table();
    link.open();
    expect(last().url).toBe("ws://house/api/tables/t/socket?seat=0&zones=1");
    last().tell(welcome(5, 2));
    expect(link.status).toBe("open");
    last().close();
    expect(link.status).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().url).toContain("last=5");
    last().tell(welcome(6, 3));
    expect(link.status).toBe("open");
    expect(link.scenes.log.map((line) => line.text)).toEqual(["line 5", "line 6"]);
    expect(link.position?.moves).toBe(3);
  });

  test("sends again what was not answered, with the same id, and nothing else", async () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 0));
    void link.send({ t: "say", text: "heard" });
    last().tell({ t: "done", id: last().sent[0].id, seq: 2 });
    link.play(offer);
    const sent = last().sent[1];
    expect(sent).toMatchObject({ t: "move", action: 7, stamp: 3 });
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(last().sent).toEqual([]);
    last().tell(welcome(2, 0));
    expect(last().sent).toEqual([sent]);
    last().tell({ t: "done", id: sent.id, seq: 3 });
    expect(link.busy).toBe(false);
  });

  test("keeps what is said while it is lost", async () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 0));
    last().close();
    const outcome = link.send({ t: "undo" });
    await vi.advanceTimersByTimeAsync(1000);
    last().tell(welcome(1, 0));
    expect(last().sent).toHaveLength(1);
    last().tell({ t: "refused", id: last().sent[0].id, reason: "not_now", text: "Too late." });
    expect((await outcome).refused?.text).toBe("Too late.");
  });

  test("lets one go on as soon as the board has", () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 0));
    link.play(offer);
    expect(link.busy).toBe(true);
    last().tell({ t: "update", seq: 2, log: [], position: position(1) });
    expect(link.busy).toBe(false);
    link.play(offer);
    expect(last().sent).toHaveLength(2);
  });

  test("makes one move at a time", () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 0));
    link.play(offer);
    link.play(offer);
    expect(last().sent).toHaveLength(1);
    expect(link.busy).toBe(true);
  });

  test("tries more and more slowly, and at once when told to hurry", async () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 0));
    for (let attempt = 0; attempt < 5; attempt++) {
      last().close();
      await vi.advanceTimersByTimeAsync(20_000);
    }
    const before = FakeSocket.all.length;
    expect(before).toBe(6);
    last().close();
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(before);
    link.hurry();
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  test.each(["moved", "removed", "left", "damaged"] as const)("does not come back after %s", async (reason) => {
    const link = dismissed(reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(link.ended).toEqual({ t: "bye", reason, text: "So it is." });
  });

  test.each(["restart", "slow"] as const)("comes back after %s", async (reason) => {
    const link = dismissed(reason);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    expect(link.status).toBe("lost");
  });

  test.each([
    { reason: "unknown", text: "There is no table behind this link." },
    { reason: "damaged", text: "This table is damaged, so it is closed." },
  ])("ends when the house says that the table is $reason", async (told) => {
    vi.stubGlobal("fetch", () => Promise.resolve({ ok: false, json: () => Promise.resolve(told) }));
    const link = table();
    link.open();
    last().close();
    await vi.advanceTimersByTimeAsync(100);
    expect(link.ended).toEqual(told);
  });

  test("ends when the seat has gone to another device while nobody looked", async () => {
    const here = { table: facts, seats: [1], host: false, link: "" };
    vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: () => Promise.resolve(here) }));
    const link = table();
    link.open();
    last().close();
    await vi.advanceTimersByTimeAsync(100);
    expect(link.ended?.reason).toBe("no_seat");
  });

  test("forgets a hint when the game has gone on, and shows a move that came too late", () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 4, [offer]));
    link.askHint();
    last().tell({ t: "hints", id: last().sent[0].id, moves: 4, hints: [{ action: 7, label: "", chance: 0.5, reason: "" }] });
    expect(link.hints?.hints[0].action).toBe(7);
    link.play(offer);
    last().tell({ t: "refused", id: last().sent[1].id, reason: "stale", text: "Gone." });
    expect(link.late).toEqual({ action: 7, text: "Gone." });
    last().tell({ t: "update", seq: 2, log: [], position: position(5) });
    expect(link.hints).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(link.late).toBeNull();
  });

  const advice = (moves: number) => ({ t: "hints" as const, id: last().sent.at(-1).id, moves, hints: [{ action: 7, label: "", chance: 0.5, reason: "" }] });

  test("asks again when the choice has become another one before the hint came", () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 4, [offer]));
    link.askHint();
    last().tell({ t: "update", seq: 2, log: [], position: position(5, [{ ...offer, stamp: 4 }]) });
    last().tell(advice(4));
    expect(link.hints).toBeNull();
    expect(last().sent.map((message) => message.t)).toEqual(["hint", "hint"]);
    last().tell(advice(5));
    expect([link.hints?.moves, link.hinting]).toEqual([5, false]);
  });

  test("keeps a hint while others choose, for their choices change nothing about ours", () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 4, [offer]));
    link.askHint();
    last().tell({ t: "update", seq: 2, log: [], position: position(5, [offer]) });
    last().tell(advice(4));
    expect(link.hints?.hints[0].action).toBe(7);
    last().tell({ t: "update", seq: 3, log: [], position: position(6, [offer]) });
    expect(link.hints).not.toBeNull();
    last().tell({ t: "update", seq: 4, log: [], position: position(7) });
    expect(link.hints).toBeNull();
  });

  test("waits with a hint until there is something to choose", () => {
    const link = table();
    link.open();
    last().tell(welcome(1, 4));
    link.askHint();
    expect([last().sent, link.hinting]).toEqual([[], true]);
    last().tell({ t: "update", seq: 2, log: [], position: position(5, [offer]) });
    expect(last().sent.map((message) => message.t)).toEqual(["hint"]);
    last().tell(advice(5));
    expect(link.hints?.moves).toBe(5);
    link.dropHint();
    expect([link.hints, link.hinting]).toEqual([null, false]);
  });

});
