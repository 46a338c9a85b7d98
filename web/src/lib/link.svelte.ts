// The connection to a table: what is known of it, what was heard, and everything one can say. When it is lost, it
// reconnects by itself, asks for what it has missed, and sends again what was not answered.
import { api, Trouble } from "./api";
import { wait } from "./backoff";
import { Outbox, type Wish } from "./outbox";
import { keep, Keeper, recall } from "./promise";
import { Scenes } from "./scenes.svelte";
import { transcriptSigned } from "./signature";
import type {
  Bye,
  Hints,
  Move,
  Offer,
  Position,
  Refusal,
  TableFacts,
  ToSocket,
  Welcome,
} from "./wire";

/** Why the connection has ended, and stays ended unless the person wants it back. */
export interface Ended {
  reason: Bye["reason"] | "unknown" | "no_seat" | string;
  text: string;
}

export interface Outcome {
  refused: Refusal | null;
}

/** How long a move that came too late is shown as such. */
const LATE_MS = 1500;
/** Two windows of one seat must not commit to two numbers: the one without focus leaves the other that much time. */
const AFTER_YOU_MS = 400;
/** Reasons after which it makes no sense to reconnect automatically. */
const FINAL = new Set<string>(["moved", "removed", "left", "damaged"]);
/** Answers that would be the same next time. */
const SHUT = new Set<string>(["unknown", "damaged", "old_rules"]);

export class TableLink {
  status = $state<"connecting" | "open" | "lost" | "ended">("connecting");
  ended = $state.raw<Ended | null>(null);
  facts = $state.raw<TableFacts | null>(null);
  position = $state.raw<Position | null>(null);
  /** What is shown of all that was told. */
  readonly scenes: Scenes;
  host = $state(false);
  hints = $state.raw<Hints | null>(null);
  /** Whether a hint is wanted that has not come yet. */
  hinting = $state(false);
  busy = $state(false);
  /** When the house last told the clocks of the position and of the seats. */
  told = $state(0);
  late = $state.raw<{ action: number; text: string } | null>(null);
  /** The server's version, to notice a new one. */
  version = $state("");
  /** What this browser has found out about the house's promise; null for whoever only watches. */
  promise = $state.raw<{ verdict: string; findings: readonly string[] } | null>(null);
  /** Called for everything that was refused, besides the outcome. */
  onrefused: (refused: Refusal) => void = () => {};

  private seq: number | null = null;
  private socket: WebSocket | null = null;
  private outbox = new Outbox();
  private outcomes = new Map<string, (outcome: Outcome) => void>();
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private bye: Bye | null = null;
  private welcomed = false;
  private keeper: Keeper | null;
  /** What there was to choose when a hint was asked for. */
  private hinted = "";

  constructor(
    readonly table: string,
    readonly seat: number | null,
    private zones: boolean,
    private dial: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    this.scenes = new Scenes(seat);
    this.keeper = seat === null ? null : new Keeper(recall(table, seat), transcriptSigned);
  }

  // The connection

  open(): void {
    clearTimeout(this.timer);
    this.ended = null;
    this.bye = null;
    this.welcomed = false;
    if (this.status !== "lost") this.status = "connecting";
    const query = new URLSearchParams();
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.seq !== null) query.set("last", String(this.seq));
    if (this.zones) query.set("zones", "1");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = this.dial(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.table)}/socket?${query}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(String(event.data)) as ToSocket);
    };
    socket.onclose = () => {
      if (this.socket === socket) void this.closed();
    };
  }

  /** Reconnect at once, if the connection is lost. */
  hurry(): void {
    if (this.status !== "lost" || this.socket) return;
    this.attempt = 0;
    this.open();
  }

  close(): void {
    clearTimeout(this.timer);
    this.scenes.finish();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private async closed(): Promise<void> {
    this.socket = null;
    if (this.bye && FINAL.has(this.bye.reason)) {
      this.end(this.bye);
      return;
    }
    this.status = "lost";
    if (!this.welcomed && !this.bye) {
      // A socket that does not open gives no reason; the answer over HTTP does.
      try {
        const here = await api.table(this.table);
        if (this.seat !== null && !here.seats.includes(this.seat)) {
          this.end({ reason: "no_seat", text: "This seat is not yours any more on this device." });
          return;
        }
        if (this.seat === null && !here.table.spectators) {
          this.end({ reason: "no_watching", text: "The people at this table play among themselves: nobody may watch." });
          return;
        }
      } catch (trouble) {
        if (trouble instanceof Trouble && SHUT.has(trouble.reason)) {
          this.end({ reason: trouble.reason, text: trouble.message });
          return;
        }
      }
      if (this.socket || this.status !== "lost") return;
    }
    this.timer = setTimeout(() => this.open(), wait(this.attempt++));
  }

  private end(ended: Ended): void {
    this.status = "ended";
    this.ended = ended;
    for (const done of this.outcomes.values()) {
      done({ refused: { t: "refused", id: null, reason: "gone", text: ended.text } });
    }
    this.outcomes.clear();
  }

  // What is heard

  private hear(message: ToSocket): void {
    switch (message.t) {
      case "welcome":
        this.welcome(message);
        break;
      case "update":
        this.seq = message.seq;
        this.see(message.position);
        this.scenes.play(message.position, message.log, this.facts?.real_time ?? false);
        break;
      case "table":
        this.seq = message.seq;
        this.facts = message.table;
        this.told = Date.now();
        this.scenes.tell(message.log);
        this.attend();
        break;
      case "done":
        this.answered(message.id, { refused: null });
        break;
      case "refused":
        this.refused(message);
        break;
      case "hints":
        this.answered(message.id, { refused: null });
        this.advise(message);
        break;
      case "bye":
        this.bye = message;
        break;
    }
  }

  private welcome(message: Welcome): void {
    this.welcomed = true;
    this.attempt = 0;
    this.status = "open";
    this.version = message.version;
    this.facts = message.table;
    this.host = message.host;
    this.seq = message.seq;
    this.told = Date.now();
    if (message.position) {
      this.see(message.position);
      this.scenes.show(message.position, message.log);
    } else {
      this.scenes.tell(message.log);
    }
    for (const waiting of this.outbox.unanswered()) this.socket?.send(JSON.stringify(waiting));
    this.keeper?.reopened();
    this.attend();
  }

  /** Keep the promise for this seat: send what is due, and check what the house shows. */
  private attend(waited = false): void {
    const { facts, keeper } = this;
    if (!facts || !keeper) return;
    // Of a prepared game nothing is promised, unless something was before.
    if (facts.prepared && !recall(this.table, this.seat!).attempts?.some((each) => !each.late)) return;
    if (!waited && facts.phase === "seating" && globalThis.document?.hasFocus() === false) {
      setTimeout(() => this.attend(true), AFTER_YOU_MS);
      return;
    }
    const kept = recall(this.table, this.seat!);
    if (kept.attempts) keeper.kept = kept;
    const wishes = keeper.see(facts);
    if (facts.phase === "over" && this.position?.sheet) {
      keeper.end(this.position.proof?.key ?? null, this.position.proof?.nonces);
    }
    keep(keeper.kept);
    this.promise = { verdict: keeper.verdict(), findings: [...keeper.findings] };
    for (const wish of wishes) void this.send(wish);
  }

  private see(position: Position): void {
    if (this.hints && choiceOf(position) !== this.hinted) this.hints = null;
    if (position.moves !== this.position?.moves) {
      // Whoever sees what their move has done can go on, though its receipt comes a moment later.
      if (!this.facts?.real_time) this.busy = false;
    }
    this.told = Date.now();
    this.position = position;
    if (position.sheet) this.attend();
    this.seekHint();
  }

  /** A hint has come: it is shown if the choice is still the same, although others may have chosen meanwhile. */
  private advise(message: Hints): void {
    if (!this.hinting) return;
    if (this.position && choiceOf(this.position) === this.hinted) {
      this.hints = message;
      this.hinting = false;
    } else {
      this.seekHint();
    }
  }

  /** Ask for the hint that is wanted, if there is something to choose. */
  private seekHint(): void {
    if (!this.hinting || !this.position?.offers.length || this.outbox.has("hint")) return;
    this.hinted = choiceOf(this.position);
    void this.send({ t: "hint" }).then(({ refused }) => {
      // It was our move when we asked: if it is not any more, the hint comes with the next.
      if (refused && this.position?.offers.length) this.hinting = false;
    });
  }

  private refused(message: Refusal): void {
    const was = this.outbox.answered(message.id);
    if (was?.t === "move" && (message.reason === "stale" || message.reason === "gone")) {
      const late = { action: (was as Move).action, text: message.text };
      this.late = late;
      setTimeout(() => {
        if (this.late === late) this.late = null;
      }, LATE_MS);
    }
    this.settle(message.id, { refused: message });
    this.onrefused(message);
  }

  private answered(id: string, outcome: Outcome): void {
    this.outbox.answered(id);
    this.settle(id, outcome);
  }

  private settle(id: string | null, outcome: Outcome): void {
    this.busy = this.outbox.has("move");
    if (id === null) return;
    this.outcomes.get(id)?.(outcome);
    this.outcomes.delete(id);
  }

  // What is said

  /** Send it, now or when the connection is back; the outcome comes when the server has answered. */
  send(wish: Wish): Promise<Outcome> {
    const message = this.outbox.put(wish);
    this.busy = this.outbox.has("move");
    if (this.status === "open") this.socket?.send(JSON.stringify(message));
    return new Promise((resolve) => this.outcomes.set(message.id, resolve));
  }

  /** Take an action; a second one waits until the first is answered, except in real time. */
  play(offer: Offer): void {
    if (this.busy && !this.facts?.real_time) return;
    this.late = null;
    void this.send({ t: "move", action: offer.action, stamp: offer.stamp });
  }

  /** A hint: now, or as soon as there is something to choose. */
  askHint(): void {
    this.hints = null;
    this.hinting = true;
    this.seekHint();
  }

  /** Drop the hint, whether or not it has come. */
  dropHint(): void {
    this.hints = null;
    this.hinting = false;
  }

  ready(on = true): Promise<Outcome> {
    return this.send({ t: "ready", on });
  }
}

/** What there is to choose: it is the same as long as the same actions mean the same. */
function choiceOf(position: Position): string {
  return position.offers.map((offer) => `${offer.action}/${offer.stamp}`).join(" ");
}
