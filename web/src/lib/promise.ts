// The promise of the shuffle, as docs/protocol.md tells it: house and people commit to random numbers, then reveal them,
// and the cards follow from all of them. Whatever is checked here is checked against what this browser has kept.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesOf, hexOf } from "./hex";
import { randomHex, type Wish } from "./outbox";
import { transcriptSigned } from "./signature";
import type {
  Attempt,
  Commitments,
  Kept,
  KeptAttempt,
  Promise as Promised,
  Proof,
  Signature,
  TableFacts,
  Terms,
  Transcript,
} from "./wire";

const NONCE_BYTES = 32;
/** A house can pretend that somebody was late: a deal after more voided attempts than this is not proven. */
const MOST_VOIDED = 1;

// Hashes

/** JSON that is the same for equal values: sorted keys, no spaces, nothing but ASCII. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, of]) => `${canonical(name)}:${canonical(of)}`).join(",")}}`;
  }
  const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
}

/** SHA-256 over a tag and parts, each with its length before it, so that nothing can be shifted between them. */
export function tagged(tag: string, ...parts: Array<string | number | Uint8Array>): string {
  const hash = sha256.create();
  for (const part of [tag, ...parts]) {
    const bytes = part instanceof Uint8Array ? part : new TextEncoder().encode(String(part));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    hash.update(length).update(bytes);
  }
  return hexOf(hash.digest());
}

/** What identifies a deck: the hash of what its file says. */
export function digestOf(tables: unknown): string {
  return hexOf(sha256(new TextEncoder().encode(canonical(tables))));
}

/** What the house publishes of a key. */
export function keyCommitment(key: string): string {
  return hexOf(sha256(bytesOf(key)));
}

/** What a seat publishes of its nonce. */
export function nonceCommitment(table: string, attempt: number, seat: number, nonce: string): string {
  return tagged("maitred/2 nonce", table, attempt, seat, bytesOf(nonce));
}

export function listDigest(list: Commitments): string {
  return tagged("maitred/2 list", canonical(list));
}

export function fingerprintOf(transcript: Transcript): string {
  return tagged("maitred/2 transcript", canonical(transcript));
}

/** The start of a fingerprint, for people to compare. */
export function spoken(fingerprint: string): string {
  return fingerprint.slice(0, 16).match(/.{4}/g)!.join(" ");
}

function keyFits(key: string, commitment: string): boolean {
  return /^[0-9a-f]{64}$/.test(key) && keyCommitment(key) === commitment;
}

function nonceFits(table: string, attempt: number, seat: number, nonce: string, commitment: string): boolean {
  if (!commitment || !nonce) return commitment === nonce;
  return /^[0-9a-f]{64}$/.test(nonce) && nonceCommitment(table, attempt, seat, nonce) === commitment;
}

// Transcripts

/** What does not fit together in the transcript of a deal, as sentences. */
export function faultsIn(transcript: Transcript): string[] {
  const { attempts, table } = transcript;
  const faults: string[] = [];
  if (!attempts.length || attempts.some((each, at) => each.attempt !== at + 1)) {
    faults.push("The attempts in the transcript are not numbered from 1.");
  }
  for (const each of attempts) {
    faults.push(...attemptFaults(table, each));
    if (each.voided && !keyFits(each.voided.key, each.key)) {
      faults.push(`The key published for attempt ${each.attempt} is not the one that was committed to.`);
    }
  }
  if (attempts.slice(0, -1).some((each) => !each.voided)) {
    faults.push("An attempt that was not voided is followed by another.");
  }
  const last = attempts.at(-1);
  if (last && (last.voided || !last.list || last.nonces.includes(null))) {
    faults.push("The last attempt is not complete: the cards were dealt without somebody's number.");
  }
  return faults;
}

function attemptFaults(table: string, each: Attempt): string[] {
  const name = each.attempt;
  if (!each.list) return each.nonces.some(Boolean) ? [`Attempt ${name} has numbers but no list of commitments.`] : [];
  const { terms, commitments } = each.list;
  if (terms.table !== table || terms.attempt !== name || terms.key !== each.key) {
    return [`The list of attempt ${name} belongs to another table, attempt or key.`];
  }
  if (commitments.length !== terms.seats.length || each.nonces.length !== terms.seats.length) {
    return [`Attempt ${name} does not have one commitment and one number for each seat.`];
  }
  return commitments.flatMap((commitment, at) => {
    const nonce = each.nonces[at];
    if ((commitment === "") !== (terms.seats[at].kind === "bot")) {
      return [`Seat ${at + 1} of attempt ${name} is a person without a commitment, or a bot with one.`];
    }
    if (nonce !== null && !nonceFits(table, name, at, nonce, commitment)) {
      return [`The number of seat ${at + 1} in attempt ${name} is not the one it committed to.`];
    }
    return [];
  });
}

/** The terms that are frozen if somebody commits now. */
function termsSeen(facts: TableFacts): Terms {
  return {
    table: facts.table,
    attempt: facts.promise.attempt,
    game: facts.game,
    rules_version: facts.rules_version,
    deck: facts.deck,
    options: facts.options,
    seats: facts.seats.map((seat) => ({
      kind: seat.kind === "bot" ? "bot" : "person",
      name: seat.name,
      level: seat.level,
    })),
    key: facts.promise.key,
  };
}

// What this browser keeps

const STORED = "maitred.promise.";
const MOST_KEPT = 60;

const place = (table: string, seat: number) => `${STORED}${table}.${seat}`;

/** Where promises are kept: the browser's own memory, or something like it. */
export type Memory = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const NOTHING: Memory = { length: 0, key: () => null, getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** The browser's own memory; some do not let a page have any. */
function own(): Memory {
  try {
    return localStorage;
  } catch {
    return NOTHING;
  }
}

export function recall(table: string, seat: number, memory: Memory = own()): Kept {
  try {
    const kept = JSON.parse(memory.getItem(place(table, seat)) ?? "null") as Kept | null;
    if (kept?.table === table && kept.seat === seat) return kept;
  } catch {
    // What cannot be read was not kept.
  }
  return { table, seat };
}

/** Keep it, if this browser can; the tables heard of longest ago make room. */
export function keep(kept: Kept, memory: Memory = own()): void {
  try {
    const name = place(kept.table, kept.seat);
    const names = Array.from({ length: memory.length }, (_, at) => memory.key(at)!).filter((one) => one.startsWith(STORED));
    const order = JSON.parse(memory.getItem("maitred.promises") ?? "[]") as string[];
    const newest = [name, ...order.filter((one) => one !== name)].slice(0, MOST_KEPT);
    for (const old of names) if (!newest.includes(old)) memory.removeItem(old);
    memory.setItem("maitred.promises", JSON.stringify(newest));
    memory.setItem(name, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing checks as long as the page is open.
  }
}

/** Forget what was promised to a seat. */
export function forget(table: string, seat: number, memory: Memory = own()): void {
  memory.removeItem(place(table, seat));
}

/** The seats of a table that this browser has kept a promise for. */
export function keptSeats(table: string, memory: Memory = own()): number[] {
  const start = `${STORED}${table}.`;
  try {
    const names = Array.from({ length: memory.length }, (_, at) => memory.key(at)!);
    return names.filter((name) => name.startsWith(start)).map((name) => Number(name.slice(start.length))).sort();
  } catch {
    return [];
  }
}

/** What is kept, for the fragment of a link that moves the seat to another device. */
export function toFragment(kept: Kept): string {
  return btoa(canonical(kept)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a link brought along; null if that cannot be read. */
export function fromFragment(text: string, table: string): Kept | null {
  try {
    const kept = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))) as Kept;
    return kept.table === table && Number.isInteger(kept.seat) ? kept : null;
  } catch {
    return null;
  }
}

/** The attempt that somebody who brings this along can go on with: their number has not been revealed yet. */
export function underWay(kept: Kept | null): number | null {
  const last = kept?.attempts?.at(-1);
  return last?.nonce && !kept?.transcript ? last.attempt : null;
}

// The keeper

const NOT_TO_YOU = "This promise was not made to you: you came after the numbers were committed to.";
const NOBODY = "Nobody checked this shuffle: only bots sat at the table.";
const OLD_SEAL =
  "Sealed by the old protocol: whoever was ready last could have chosen the cards together with the house.";
const KEPT = "The shuffle is the one that was promised to you, and your number is in it.";
const NO_KEY = "The promise was broken: the game is over and the house has not published its key.";

/** Keeps a table's promise for one seat: what to say next, and what was found. */
export class Keeper {
  private said = new Set<string>();
  private seen: Promised | null = null;

  constructor(
    /** What was kept; whoever keeps it elsewhere too puts the newest here. */
    public kept: Kept,
    /** Whether a signature of a fingerprint is good. */
    private signed: (signature: Signature, fingerprint: string) => boolean = () => true,
  ) {}

  get findings(): string[] {
    return (this.kept.findings ??= []);
  }

  private get attempts(): KeptAttempt[] {
    return (this.kept.attempts ??= []);
  }

  find(sentence: string): void {
    if (!this.findings.includes(sentence)) this.findings.push(sentence);
  }

  private mine(attempt: number): KeptAttempt | undefined {
    return this.attempts.find((each) => each.attempt === attempt);
  }

  /** The connection is back: what was said before may not have arrived. */
  reopened(): void {
    this.said.clear();
  }

  /** Look at what the house shows, and what to say to it. Save `kept` before anything is sent. */
  see(facts: TableFacts): Wish[] {
    const promise = (this.seen = facts.promise);
    if (facts.table !== this.kept.table) {
      this.find("The house shows a different table from the one you sat down at.");
      return [];
    }
    this.lookBack(promise);
    if (this.attempts.some((each) => each.attempt > promise.attempt)) {
      this.find(`The house has gone back to attempt ${promise.attempt}, which was voided.`);
      return [];
    }
    let mine = this.mine(promise.attempt);
    if (!mine) {
      // Who saw an earlier attempt was there in time.
      const late = !this.attempts.length && (promise.step === "dealt" || promise.committed[this.kept.seat]);
      mine = { attempt: promise.attempt, key: promise.key, late };
      this.attempts.push(mine);
    }
    if (mine.key !== promise.key) {
      this.find(`The house has changed the key that it had committed to in attempt ${promise.attempt}.`);
      return this.refuse(facts, mine);
    }
    switch (promise.step) {
      case "seating":
      case "committing":
        return this.commit(facts, mine);
      case "agreeing":
        return this.agree(facts, mine);
      case "revealing":
        return this.reveal(facts, mine);
      case "dealt":
        this.dealt(promise, mine);
        return [];
    }
  }

  private say(attempt: number, wish: Wish): Wish[] {
    const name = `${attempt} ${wish.t}`;
    if (this.said.has(name)) return [];
    this.said.add(name);
    return [wish];
  }

  /** Have nothing to do with this attempt: not to be ready any more voids it. */
  private refuse(facts: TableFacts, mine: KeptAttempt): Wish[] {
    if (!facts.seats[this.kept.seat].ready || facts.promise.step === "dealt") return [];
    return this.say(mine.attempt, { t: "ready", on: false });
  }

  private commit(facts: TableFacts, mine: KeptAttempt): Wish[] {
    const { table, seat } = this.kept;
    if (mine.digest) {
      // A number that may have been revealed is not committed to again: others would know it already.
      this.find(`The house has started attempt ${mine.attempt} over after you agreed to its list.`);
      return this.refuse(facts, mine);
    }
    if (facts.promise.committed[seat]) {
      if (mine.nonce || mine.late) return [];
      this.find("Somebody else has committed to a number for your seat.");
      return this.refuse(facts, mine);
    }
    if (facts.seats.some((one) => one.kind === "open" || (one.kind === "person" && !one.ready))) return [];
    mine.nonce ??= randomHex(NONCE_BYTES);
    const commitment = nonceCommitment(table, mine.attempt, seat, mine.nonce);
    const said = this.say(mine.attempt, { t: "commit", attempt: mine.attempt, commitment });
    if (said.length) mine.terms = termsSeen(facts);
    return said;
  }

  private agree(facts: TableFacts, mine: KeptAttempt): Wish[] {
    const list = this.fittingList(facts.promise, mine);
    if (!list) return mine.nonce ? this.refuse(facts, mine) : [];
    mine.digest = listDigest(list);
    if (facts.promise.agreed[this.kept.seat]) return [];
    return this.say(mine.attempt, { t: "agree", attempt: mine.attempt, digest: mine.digest });
  }

  private reveal(facts: TableFacts, mine: KeptAttempt): Wish[] {
    if (!this.fittingList(facts.promise, mine)) return mine.nonce ? this.refuse(facts, mine) : [];
    if (!mine.digest) {
      this.find("The house says that you agreed to a list of commitments, but you did not.");
      return this.refuse(facts, mine);
    }
    if (facts.promise.revealed[this.kept.seat]) {
      mine.revealed = true;
      return [];
    }
    return this.say(mine.attempt, { t: "reveal", attempt: mine.attempt, nonce: mine.nonce! });
  }

  /** The list, if it has this seat's own commitment and terms in it and is the one that was kept. */
  private fittingList(promise: Promised, mine: KeptAttempt): Commitments | null {
    if (!mine.nonce) return null;
    const { list, digest } = promise;
    if (!list || listDigest(list) !== digest) {
      this.find("The house shows a list of commitments that does not have the digest it names.");
      return null;
    }
    if (list.commitments[this.kept.seat] !== nonceCommitment(this.kept.table, mine.attempt, this.kept.seat, mine.nonce)) {
      this.find(`Your commitment is not in the list of attempt ${mine.attempt}.`);
      return null;
    }
    const terms = mine.terms;
    if (terms && canonical(list.terms) !== canonical(terms)) {
      const names = Object.keys(terms) as Array<keyof Terms>;
      const changed = names.filter((name) => canonical(list.terms[name]) !== canonical(terms[name]));
      this.find(`The list of attempt ${mine.attempt} is for a different table from the one you saw: ${changed.join(", ")} changed.`);
      return null;
    }
    if (mine.digest && digest !== mine.digest) {
      this.find(`The house has changed the list of attempt ${mine.attempt} after you agreed to it.`);
      return null;
    }
    return list;
  }

  /** Check what is told of voided attempts against what was kept of them. */
  private lookBack(promise: Promised): void {
    const voided = (promise.transcript?.attempts ?? []).filter((each) => each.voided);
    if (voided.length !== promise.voided || promise.attempt !== promise.voided + 1) {
      this.find("The house leaves out an attempt that was voided.");
    }
    for (const each of voided) {
      if (!keyFits(each.voided!.key, each.key)) {
        this.find(`The key published for attempt ${each.attempt} is not the one that was committed to.`);
      }
      const mine = this.mine(each.attempt);
      if (!mine) continue;
      if (mine.key !== each.key) {
        this.find(`The house shows a key for attempt ${each.attempt} that is not the one it committed to.`);
      }
      if (mine.digest && (!each.list || listDigest(each.list) !== mine.digest)) {
        this.find(`The house shows a list for attempt ${each.attempt} that is not the one you agreed to.`);
      }
      const blamed = ["no_agreement", "no_reveal"].includes(each.voided!.why) && each.voided!.seat === this.kept.seat;
      if (blamed && mine.revealed) {
        this.find(`The house says that you were late in attempt ${each.attempt}, but it had your number.`);
      }
    }
    for (const mine of this.attempts) {
      if (mine.attempt < promise.attempt && voided.every((each) => each.attempt !== mine.attempt)) {
        this.find(`The house leaves out attempt ${mine.attempt}, which you saw.`);
      }
    }
  }

  /** Keep the transcript of the deal, once it was checked. */
  private dealt(promise: Promised, mine: KeptAttempt): void {
    const told = promise.transcript;
    if (!told) {
      if (!mine.late || promise.list) this.find("The cards were dealt and the house shows no transcript.");
      return;
    }
    const fingerprint = fingerprintOf(told);
    if (this.kept.transcript) {
      if (fingerprintOf(this.kept.transcript) !== fingerprint) {
        this.find("The house's account of the deal differs from the one it gave you before.");
      }
      return;
    }
    for (const fault of faultsIn(told)) this.find(fault);
    const last = told.attempts.at(-1);
    if (told.table !== this.kept.table || last?.attempt !== promise.attempt || last.key !== mine.key) {
      this.find("The transcript of the deal is of another table, attempt or key.");
    } else if (!mine.nonce) {
      if (!mine.late && last.list?.commitments[this.kept.seat]) {
        this.find("Somebody else has committed to a number for your seat.");
      }
    } else {
      if (!mine.digest || !last.list || listDigest(last.list) !== mine.digest) {
        this.find("The cards were dealt from a different list of commitments from the one you agreed to.");
      }
      if (last.nonces[this.kept.seat] !== mine.nonce) this.find("The cards were dealt without your number.");
    }
    if (promise.fingerprint !== fingerprint) {
      this.find("The transcript does not have the fingerprint that the house names.");
    }
    if (!promise.signature) this.find("The house has not signed the transcript of the deal.");
    else if (!this.signed(promise.signature, fingerprint)) {
      this.find("The house's signature on the transcript is not valid.");
    }
    this.kept.transcript = told;
    this.kept.signature = promise.signature;
  }

  /** The game is over, however it ended: check the key that the house has published, or find that it has not. */
  end(key: string | null, nonces: string[] | null = null): void {
    const told = this.kept.transcript;
    if (key === null) {
      this.find(NO_KEY);
      return;
    }
    const last = told?.attempts.at(-1);
    const promised = last ? (this.mine(last.attempt)?.key ?? last.key) : this.attempts.at(-1)?.key;
    if (promised !== undefined && !keyFits(key, promised)) {
      this.find("The key that the house has published is not the one that it had committed to.");
    }
    if (last && nonces && canonical(nonces) !== canonical(last.nonces)) {
      this.find("The numbers that the house has published are not those of the deal.");
    }
  }

  /** Whether the deal is shown to be the one that was promised to this seat. */
  get proven(): boolean {
    return this.verdict() === KEPT;
  }

  /** One sentence about the deal, as far as this seat can say; `findings` are the reasons why it is no good one. */
  verdict(): string {
    if (this.findings.length) return "The house has broken its promise.";
    const told = this.kept.transcript;
    const last = told?.attempts.at(-1);
    if (!told || !last) return this.seen?.step === "dealt" ? OLD_SEAL : "The cards are not dealt yet.";
    if (last.list?.terms.seats.every((seat) => seat.kind === "bot")) return NOBODY;
    if (!this.mine(last.attempt)?.nonce) return NOT_TO_YOU;
    const voided = told.attempts.length - 1;
    if (voided > MOST_VOIDED) {
      return `Not proven: ${voided} attempts were voided before the deal, and the house may have chosen among them.`;
    }
    return KEPT;
  }
}

/** What one seat of this browser, or whoever only watched (null), can say of a deal once its key is published. */
export interface Judged {
  seat: number | null;
  verdict: string;
  findings: readonly string[];
  /** Whether the deal is shown to be the one that was promised to that seat. */
  proven: boolean;
  kept: Kept | null;
}

/** Judge a deal by what was published of it, for every seat that this browser has kept a promise for. */
export function judge(
  table: string,
  published: Pick<Proof, "key" | "nonces" | "transcript"> | null,
  memory: Memory = own(),
  signed = transcriptSigned,
): Judged[] {
  const told = published?.transcript ?? null;
  const seats = keptSeats(table, memory);
  if (!seats.length) {
    const bots = told?.attempts.at(-1)?.list?.terms.seats.every((seat) => seat.kind === "bot");
    const verdict = published && !told ? OLD_SEAL : bots ? NOBODY : NOT_TO_YOU;
    return [{ seat: null, verdict, findings: [], proven: false, kept: null }];
  }
  return seats.map((seat) => {
    const keeper = new Keeper(recall(table, seat, memory), signed);
    const before = keeper.kept.transcript;
    // A house that leaves the transcript out does not get away with having dealt by the old protocol.
    if (published && before && (!told || fingerprintOf(told) !== fingerprintOf(before))) {
      keeper.find("The house's account of the deal differs from the one it gave you before.");
    }
    keeper.end(published?.key ?? null, published?.nonces);
    keep(keeper.kept, memory);
    const verdict = published && !told && !before && !keeper.findings.length ? OLD_SEAL : keeper.verdict();
    return { seat, verdict, findings: keeper.findings, proven: keeper.proven, kept: keeper.kept };
  });
}
