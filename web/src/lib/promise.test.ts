import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bytesOf } from "./hex";
import {
  canonical,
  faultsIn,
  fingerprintOf,
  fromFragment,
  judge,
  keep,
  Keeper,
  keptSeats,
  keyCommitment,
  listDigest,
  nonceCommitment,
  recall,
  spoken,
  tagged,
  toFragment,
  underWay,
} from "./promise";
import type { Attempt, Commitments, Kept, Promise as Promised, TableFacts, Transcript } from "./wire";

/** What a house publishes of a game that is over. */
type Proof = { key: string; nonces: string[]; transcript: Transcript | null };

const VECTORS = JSON.parse(readFileSync(new URL("../../../tests/server/promise_vectors.json", import.meta.url), "utf8"));

describe("the hashes of the promise are those of the house", () => {
  test("texts, tags, commitments, lists, transcripts and fragments", () => {
    for (const { value, text } of VECTORS.canonical) expect(canonical(value)).toBe(text);
    for (const { tag, parts, digest } of VECTORS.tagged) expect(tagged(tag, ...parts.map(bytesOf))).toBe(digest);
    for (const { table, attempt, seat, nonce, commitment } of VECTORS.commitments) {
      expect(nonceCommitment(table, attempt, seat, nonce)).toBe(commitment);
    }
    for (const { key, commitment } of VECTORS.keys) expect(keyCommitment(key)).toBe(commitment);
    for (const { list, digest } of VECTORS.lists) expect(listDigest(list)).toBe(digest);
    expect(fingerprintOf(VECTORS.transcript)).toBe(VECTORS.fingerprint);
    expect(spoken(VECTORS.fingerprint)).toBe(VECTORS.spoken);
    expect(faultsIn(VECTORS.transcript)).toEqual([]);
    expect(toFragment(VECTORS.kept)).toBe(VECTORS.fragment);
    expect(fromFragment(VECTORS.fragment, VECTORS.kept.table)).toEqual(VECTORS.kept);
    expect(fromFragment(VECTORS.fragment, "another")).toBeNull();
    expect(fromFragment("%%%", VECTORS.kept.table)).toBeNull();
  });
});

/** A house with one table: two people and a bot. It can be honest, or not. */
class House {
  attempt = 1;
  keys = ["11".repeat(32), "22".repeat(32), "33".repeat(32)];
  ready = [true, true, true];
  commitments: string[] = ["", "", ""];
  agreed = [false, false, true];
  nonces: Array<string | null> = [null, null, ""];
  done: Attempt[] = [];
  step: Promised["step"] = "seating";

  get key(): string {
    return this.keys[this.attempt - 1];
  }

  list(): Commitments {
    const facts = this.plain();
    const seats = facts.seats.map(({ kind, name, level }) => ({ kind: kind as "person" | "bot", name, level }));
    const { table, game, rules_version, deck, options } = facts;
    const key = keyCommitment(this.key);
    return { terms: { table, attempt: this.attempt, game, rules_version, deck, options, seats, key }, commitments: [...this.commitments] };
  }

  plain(): TableFacts {
    const names = ["Ann", "Ben", "Olive"];
    const seats = names.map((name, at) => ({
      kind: at === 2 ? "bot" : "person",
      name,
      level: at === 2 ? "medium" : null,
      ready: this.ready[at],
    }));
    return { table: "t", game: "ovens", rules_version: 2, deck: "d", options: {}, phase: "seating", seats } as unknown as TableFacts;
  }

  facts(): TableFacts {
    const known = this.step !== "seating" && this.step !== "committing";
    const list = known ? this.list() : null;
    const attempts = [...this.done];
    if (this.step === "dealt") {
      attempts.push({ attempt: this.attempt, key: keyCommitment(this.key), list, nonces: [...this.nonces], voided: null });
    }
    const transcript = attempts.length ? { table: "t", attempts } : null;
    const promise: Promised = {
      attempt: this.attempt,
      key: keyCommitment(this.key),
      step: this.step,
      committed: this.commitments.map(Boolean),
      list,
      digest: list && listDigest(list),
      agreed: [...this.agreed],
      revealed: this.nonces.map((nonce) => nonce !== null),
      voided: this.done.length,
      transcript,
      fingerprint: this.step === "dealt" ? fingerprintOf(transcript!) : null,
      signature: this.step === "dealt" ? { key: "k", signature: "s" } : null,
    };
    return { ...this.plain(), promise };
  }

  hear(seat: number, wish: ReturnType<Keeper["see"]>[number]): void {
    if (wish.t === "commit") this.commitments[seat] = wish.commitment;
    if (wish.t === "agree") this.agreed[seat] = wish.digest === listDigest(this.list());
    if (wish.t === "reveal") this.nonces[seat] = wish.nonce;
    if (wish.t === "ready") this.ready[seat] = wish.on;
    if (this.commitments[0] && this.commitments[1] && this.step === "seating") this.step = "agreeing";
    if (this.step === "agreeing" && this.agreed.every(Boolean)) this.step = "revealing";
    if (this.step === "revealing" && !this.nonces.includes(null)) this.step = "dealt";
  }

  void(why: "no_reveal" | "left", seat: number, key = this.key): void {
    const known = this.step !== "seating" && this.step !== "committing";
    const list = known ? this.list() : null;
    this.done.push({ attempt: this.attempt, key: keyCommitment(this.key), list, nonces: [...this.nonces], voided: { why, seat, key } });
    this.attempt++;
    this.commitments = ["", "", ""];
    this.agreed = [false, false, true];
    this.nonces = [null, null, ""];
    this.step = "seating";
  }
}

function guests(house: House): Keeper[] {
  return [0, 1].map((seat) => new Keeper({ table: "t", seat }, () => true)).map((keeper) => (keeper.see({ ...house.facts(), seats: house.facts().seats.map((seat) => ({ ...seat, ready: false })) }), keeper));
}

function goOn(house: House, people: Keeper[], until: Promised["step"] | null = null): void {
  for (let round = 0; round < 8 && house.step !== until; round++) {
    people.forEach((keeper, seat) => {
      for (const wish of keeper.see(house.facts())) if (house.step !== until) house.hear(seat, wish);
    });
  }
}

/** A house and its guests, who have come as far as this step. */
function promised(step: Promised["step"]): { house: House; people: Keeper[] } {
  const house = new House();
  const people = guests(house);
  goOn(house, people, step);
  return { house, people };
}

function dealt(): { house: House; people: Keeper[] } {
  const { house, people } = promised("dealt");
  expect(house.step).toBe("dealt");
  goOn(house, people);
  return { house, people };
}

describe("who keeps the promise of an honest house", () => {
  test("commits, agrees, reveals, and finds that it was kept", () => {
    const { house, people } = dealt();
    for (const [seat, keeper] of people.entries()) {
      keeper.end(house.key, house.nonces as string[]);
      expect(keeper.findings).toEqual([]);
      expect(keeper.proven).toBe(true);
      expect(house.nonces[seat]).toBe(keeper.kept.attempts![0].nonce);
    }
    expect(house.nonces[0]).not.toBe(house.nonces[1]);
  });

  test("goes on after a reload and on another device with what was kept", () => {
    const house = new House();
    let people = guests(house);
    for (let step = 0; step < 12; step++) {
      people = people.map((keeper) => new Keeper(fromFragment(toFragment(keeper.kept), "t")!, () => true));
      const seat = step % 2;
      for (const wish of people[seat].see(house.facts())) house.hear(seat, wish);
    }
    expect(house.step).toBe("dealt");
    people[0].end(house.key, house.nonces as string[]);
    expect(people[0].proven).toBe(true);
  });

  test("takes one voided attempt, but calls two not proven", () => {
    const { house, people } = promised("revealing");
    house.void("left", 1);
    goOn(house, people);
    goOn(house, people);
    expect(people[0].proven).toBe(true);
    const other = new House();
    const others = guests(other);
    goOn(other, others, "revealing");
    other.void("left", 1);
    goOn(other, others, "revealing");
    other.void("left", 1);
    goOn(other, others);
    goOn(other, others);
    expect(others[0].findings).toEqual([]);
    expect(others[0].verdict()).toMatch("Not proven: 2 attempts");
  });

  test("says so when the promise was made to others", () => {
    const { house } = dealt();
    const late = new Keeper({ table: "t", seat: 0 }, () => true);
    late.see(house.facts());
    late.end(house.key, house.nonces as string[]);
    expect(late.findings).toEqual([]);
    expect(late.verdict()).toMatch("not made to you");
  });
});

describe("a house that cheats is found out", () => {
  function found(keeper: Keeper, sentence: string): void {
    expect(keeper.findings.join(" ")).toMatch(sentence);
    expect(keeper.verdict()).toBe("The house has broken its promise.");
  }

  test("swapping its key before the deal", () => {
    const house = new House();
    const people = guests(house);
    house.keys[0] = "44".repeat(32);
    expect(people[0].see(house.facts())).toEqual([{ t: "ready", on: false }]);
    found(people[0], "changed the key");
  });

  test("publishing another key, or none", () => {
    const { house, people } = dealt();
    people[0].end("44".repeat(32), house.nonces as string[]);
    found(people[0], "not the one that it had committed to");
    people[1].end(null);
    found(people[1], "has not published its key");
  });

  test("leaving a guest's commitment out, or changing the list after it was agreed to", () => {
    const { house, people } = promised("agreeing");
    house.commitments[0] = "00".repeat(32);
    people[0].see(house.facts());
    found(people[0], "Your commitment is not in the list");

    const { house: another, people: others } = promised("revealing");
    another.commitments[1] = "00".repeat(32);
    expect(others[0].see(another.facts())).toEqual([{ t: "ready", on: false }]);
    found(others[0], "changed the list");
  });

  test("changing what was agreed on", () => {
    const { house, people } = promised("agreeing");
    const facts = house.facts();
    facts.promise.list!.terms.options = { length: "short" };
    facts.promise.digest = listDigest(facts.promise.list!);
    people[0].see(facts);
    found(people[0], "options changed");
  });

  test("dealing by other numbers, or by another list", () => {
    const { house, people } = promised("dealt");
    house.nonces[0] = "55".repeat(32);
    house.commitments[0] = nonceCommitment("t", 1, 0, house.nonces[0]);
    people[0].see(house.facts());
    found(people[0], "without your number");
    found(people[0], "different list");
  });

  test("pretending that somebody was late, or publishing a wrong key for a voided attempt", () => {
    const { house, people } = promised("revealing");
    for (const wish of people[0].see(house.facts())) house.hear(0, wish);
    people[0].see(house.facts());
    house.void("no_reveal", 0, "66".repeat(32));
    people[0].see(house.facts());
    found(people[0], "it had your number");
    found(people[0], "key published for attempt 1 is not the one");
  });

  test("hiding a voided attempt, or going back to one", () => {
    const { house, people } = promised("revealing");
    const before = house.facts();
    house.void("left", 1);
    const facts = house.facts();
    people[1].see(facts);
    people[1].see(before);
    found(people[1], "gone back to attempt 1");
    facts.promise.voided = 0;
    facts.promise.transcript = null;
    people[0].see(facts);
    found(people[0], "leaves out attempt 1");
  });

  test("beginning an attempt anew, when a guest's number may be known", () => {
    const { house, people } = promised("revealing");
    people[0].reopened();
    const facts = house.facts();
    const nobody = facts.seats.map(() => false);
    Object.assign(facts.promise, { step: "seating", list: null, digest: null });
    Object.assign(facts.promise, { committed: nobody, agreed: nobody, revealed: nobody });
    expect(people[0].see(facts)).toEqual([{ t: "ready", on: false }]);
    found(people[0], "started attempt 1 over");
  });

  test("committing for a guest in the next attempt", () => {
    const { house, people } = promised("revealing");
    house.void("left", 1);
    const facts = house.facts();
    facts.promise.committed[0] = true;
    people[0].see(facts);
    found(people[0], "Somebody else has committed to a number for your seat");
  });

  test("dealing under the old seal what a guest saw before", () => {
    const house = new House();
    const [person] = guests(house);
    const facts = house.facts();
    facts.seats[0].ready = false;
    person.see(facts);
    const after = house.facts();
    Object.assign(after.promise, { step: "dealt", list: null, transcript: null });
    person.see(after);
    found(person, "shows no transcript");
  });

  test("telling two stories: the fingerprints differ, and another story later is noticed", () => {
    const { house, people } = dealt();
    const first = fingerprintOf(people[0].kept.transcript!);
    house.nonces[1] = "77".repeat(32);
    people[0].see(house.facts());
    found(people[0], "account of the deal differs");
    expect(fingerprintOf(house.facts().promise.transcript!)).not.toBe(first);
  });

  test("a false signature, or none", () => {
    const house = new House();
    const people = guests(house);
    goOn(house, people);
    const strict = new Keeper(structuredClone({ ...people[0].kept, transcript: null, findings: [] }), () => false);
    strict.see(house.facts());
    found(strict, "signature on the transcript is not valid");
    const facts = house.facts();
    facts.promise.signature = null;
    const other = new Keeper(structuredClone({ ...people[0].kept, transcript: null, findings: [] }), () => true);
    other.see(facts);
    found(other, "has not signed");
  });
});

/** A browser's memory. */
class Memory {
  private held = new Map<string, string>();
  get length(): number {
    return this.held.size;
  }
  key = (at: number) => [...this.held.keys()][at] ?? null;
  getItem = (name: string) => this.held.get(name) ?? null;
  setItem = (name: string, value: string) => void this.held.set(name, value);
  removeItem = (name: string) => void this.held.delete(name);
}

describe("a game that is over is judged by what was kept of it", () => {
  /** Two seats of one browser that were dealt cards, and what an honest house publishes in the end. */
  function over(): { memory: Memory; published: Proof } {
    const { house, people } = dealt();
    const memory = new Memory();
    for (const keeper of people) keep(keeper.kept, memory);
    return {
      memory,
      published: { key: house.key, nonces: house.nonces as string[], transcript: house.facts().promise.transcript },
    };
  }

  test("an honest one is proven to each seat", () => {
    const { memory, published } = over();
    expect(judge("t", published, memory, () => true).map((one) => [one.seat, one.proven])).toEqual([
      [0, true],
      [1, true],
    ]);
  });

  test.each([
    ["publishes no key", () => null, "has not published its key"],
    ["publishes another key", (told: Proof) => ({ ...told, key: "44".repeat(32) }), "not the one that it had committed to"],
    ["tells another story", (told: Proof) => ({ ...told, transcript: { table: "t", attempts: [] } }), "account of the deal differs"],
    ["leaves the story out", (told: Proof) => ({ ...told, transcript: null }), "account of the deal differs"],
    [
      "leaves the story out and publishes another key",
      (told: Proof) => ({ ...told, transcript: null, key: "44".repeat(32) }),
      "not the one that it had committed to",
    ],
  ])("a house that %s is found out", (_, change, finding) => {
    const { memory, published } = over();
    for (const one of judge("t", change(published), memory, () => true)) {
      expect(one.proven).toBe(false);
      expect(one.verdict).toBe("The house has broken its promise.");
      expect(one.findings.join(" ")).toMatch(finding);
    }
    expect(recall("t", 0, memory).findings).not.toEqual([]);
  });

  test("of the old protocol is said to be that, and only its key can be checked", () => {
    const memory = new Memory();
    const key = "11".repeat(32);
    keep({ table: "t", seat: 0, attempts: [{ attempt: 1, key: keyCommitment(key), nonce: null, late: true }] }, memory);
    const published = { key, nonces: ["aa".repeat(16)], transcript: null };
    expect(judge("t", published, memory)[0].verdict).toMatch("Sealed by the old protocol");
    expect(judge("t", { ...published, key: "44".repeat(32) }, memory)[0].verdict).toMatch("broken its promise");
    expect(judge("t", published, new Memory())[0].verdict).toMatch("Sealed by the old protocol");
  });

  test("proves nothing to those to whom nothing was promised", () => {
    const { published } = over();
    expect(judge("t", published, new Memory())[0].verdict).toMatch("not made to you");
    const bots = structuredClone(published);
    for (const seat of bots.transcript!.attempts[0].list!.terms.seats) seat.kind = "bot";
    expect(judge("t", bots, new Memory())[0].verdict).toMatch("Nobody checked this shuffle");
  });
});

describe("what is kept", () => {

  test("is found again by table and seat, and the oldest makes room", () => {
    const memory = new Memory();
    const kept: Kept = { table: "t", seat: 1, attempts: [{ attempt: 1, key: "k", nonce: "n" }] };
    keep(kept, memory);
    expect(recall("t", 1, memory)).toEqual(kept);
    expect(recall("t", 0, memory)).toEqual({ table: "t", seat: 0 });
    expect(keptSeats("t", memory)).toEqual([1]);
    expect(underWay(kept)).toBe(1);
    expect(underWay({ ...kept, transcript: { table: "t", attempts: [] } })).toBeNull();
    expect(underWay(null)).toBeNull();
    for (let number = 0; number < 60; number++) keep({ table: `t${number}`, seat: 0 }, memory);
    expect(recall("t", 1, memory)).toEqual({ table: "t", seat: 1 });
    expect(keptSeats("t59", memory)).toEqual([0]);
  });
});
