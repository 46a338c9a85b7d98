// What is shown of a table, and when. The rules decide in an instant; here every change becomes a short scene: what
// happened is told line by line in its order, and the board, the scores and the line in words follow what was seen.
//
// Whatever the server told waits in a queue. A scene never stands in anybody's way: `finish` shows the truth at once, and when more is
// waiting than a person wants to watch, everything goes faster.
import type { Component } from "svelte";
import type { AnyGame, DeckOf, Line, PositionOf, Shapes } from "../games/contract";
import { settings } from "./settings.svelte";
import type { LogLine, Position, TableFacts } from "./wire";

export type Pace = TableFacts["pace"];

/** A change as the server told it, and the position it changed. */
export interface Change<Game extends Shapes = AnyGame> {
  log: Line<Game>[];
  position: PositionOf<Game>;
  before: PositionOf<Game>;
  /** Through whose eyes. */
  seat: number | null;
}

/** What is drawn large above the board while a step lasts: the same part stays when the next step shows it, too. */
export interface Overlay {
  part: Component<OverlayProps<any, any>>;
  about: any;
}

export interface OverlayProps<About, Game extends Shapes = AnyGame> extends DeckOf<Game> {
  about: About;
  names: string[];
  seat: number | null;
}

export interface Step {
  /** How long it lasts at a relaxed pace. */
  ms: number;
  /** What the log tells when it begins. */
  lines: LogLine[];
  /** Whether the board is now as the change left it. */
  turned: boolean;
  /** What the line in words says meanwhile; null: what the position asks. */
  says: string | null;
  overlay?: Overlay;
  /** Whether it keeps its time when others are hurried. */
  big?: boolean;
  sound?: "card" | "die" | "loss" | "win";
}

/** Makes the steps of a scene out of a change; null where the change is nothing special. */
export type Stager<Game extends Shapes = any> = (change: Change<Game>, deck: DeckOf<Game>) => Step[] | null;

/** The same for the deck of this table. */
type Staging = (change: Change) => Step[] | null;

const LINE_MS = 500;
const SHORTEST_MS = 400;
const LONGEST_MS = 2500;
const WIN_MS = 4000;
/** How long all that waits may take, and how much faster than relaxed everything is. */
const PACES: Record<Pace, { most: number; times: number }> = {
  slow: { most: 6000, times: 0.8 },
  usual: { most: 5000, times: 1 },
  fast: { most: 1600, times: 2 },
  none: { most: 0, times: Infinity },
};
const MOST_WAITING = 60;
const MOST_LINES = 1000;

/** The lines of a change one after another; the board changes with the first. */
export function tellLines(lines: readonly LogLine[], seat: number | null): Step[] {
  const told = lines.length ? lines.map((line) => [line]) : [[]];
  const ms = Math.min(LINE_MS, LONGEST_MS / told.length);
  return told.map((some, at) => ({
    ms: at === 0 ? Math.max(SHORTEST_MS, ms) : ms,
    lines: some,
    turned: true,
    // Nobody has to be told what they have just done.
    says: some[0] && some[0].about?.seat !== seat ? some[0].text : null,
    sound: at === 0 && some[0]?.kind === "game" ? "card" : undefined,
  }));
}

/** The scene of a change: the game's own where it has one, and the winner at the end. */
export function sceneOf(change: Change, stager: Staging | null, win: Overlay["part"] | null): Step[] {
  const steps = stager?.(change) ?? tellLines(change.log, change.seat);
  const { sheet } = change.position;
  if (!sheet || change.before.sheet || !win) return steps;
  const won = change.seat !== null && sheet.ranking[0].includes(change.seat);
  const overlay = { part: win, about: { verdict: sheet.verdict, won } };
  return [...steps, { ms: WIN_MS, lines: [], turned: true, says: null, overlay, big: true, sound: won ? "win" : undefined }];
}

interface Scene {
  change: Change;
  steps: Step[];
  /** The step that is shown. */
  at: number;
  turned: boolean;
}

export class Scenes {
  position = $state.raw<Position | null>(null);
  /** The last position whose whole story has been told: scores, the next player and the question come from it. */
  seen = $state.raw<Position | null>(null);
  /** What led to this position. */
  news = $state.raw<LogLine[]>([]);
  log = $state.raw<LogLine[]>([]);
  /** The step that is shown; null when everything is as the server told it last. */
  step = $state.raw<Step | null>(null);
  /** How long the step lasts. */
  ms = $state(0);
  /** Whether a scene has shown what led to this position: the board need not do so again. */
  staged = $state(false);
  /** Whether the board does not show yet what has happened. */
  readonly held = $derived(this.step !== null && !this.step.turned);
  stager: Staging | null = null;
  /** How the end is announced. */
  win: Overlay["part"] | null = null;

  private queue: Scene[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hurried = false;

  constructor(readonly seat: number | null) {}

  /** Show this without a scene, and everything that came before it. */
  show(position: Position, log: LogLine[]): void {
    this.finish();
    this.turn(position, log, false);
    this.seen = position;
    this.tell(log);
  }

  /** Play this as a scene, after those that are waiting. In real time nothing waits. */
  play(position: Position, log: LogLine[], realTime: boolean): void {
    const before = this.queue.at(-1)?.change.position ?? this.position;
    const { hurried } = this;
    if (position.offers.length > 0 || position.sheet) this.hurried = false;
    const waits = !realTime || position.sheet !== null;
    if (!before || position.moves < before.moves || hurried || !waits || settings.pace === "none" || hidden()) {
      this.show(position, log);
      return;
    }
    const change = { log, position, before, seat: this.seat };
    this.queue.push({ change, steps: sceneOf(change, this.stager, this.win), at: -1, turned: false });
    if (this.queue.length > MOST_WAITING) this.finish();
    else if (this.queue.length === 1) this.next();
  }

  /** Lines that no change belongs to, such as what somebody says. */
  tell(lines: readonly LogLine[]): void {
    if (!lines.length) return;
    const log = [...this.log, ...lines];
    // The oldest lines are dropped only with a move, so that the log does not jump when somebody speaks.
    this.log = lines.some((line) => line.kind === "game") ? log.slice(-MOST_LINES) : log;
  }

  /** End what is played, and show the truth; whether that changes the board. */
  finish(): boolean {
    clearTimeout(this.timer);
    const scenes = this.queue;
    this.queue = [];
    this.step = null;
    for (const scene of scenes) this.tell(scene.steps.slice(scene.at + 1).flatMap((step) => step.lines));
    const unseen = scenes.filter((scene) => !scene.turned);
    const last = unseen.at(-1);
    if (last) this.turn(last.change.position, unseen.flatMap((scene) => scene.change.log), true);
    this.seen = this.position;
    return last !== undefined;
  }

  /** Show everything at once until this seat is asked. */
  hurry(): void {
    this.finish();
    this.hurried = true;
  }

  private next(): void {
    const scene = this.queue[0];
    if (!scene) {
      this.step = null;
      return;
    }
    scene.at++;
    const step = scene.steps[scene.at];
    if (!step) {
      this.queue.shift();
      this.seen = scene.change.position;
      return this.next();
    }
    this.tell(step.lines);
    this.step = step;
    this.ms = this.lasting(step);
    if (step.turned && !scene.turned) {
      scene.turned = true;
      this.turn(scene.change.position, scene.change.log, scene.at > 0);
    }
    this.timer = setTimeout(() => this.next(), this.ms);
  }

  private lasting(step: Step): number {
    const { most, times } = PACES[settings.pace];
    const left = this.queue.flatMap((scene) => scene.steps.slice(Math.max(0, scene.at)));
    const waits = left.reduce((sum, one) => sum + (one.big ? 0 : one.ms), 0) / times;
    const hurry = step.big || waits <= most ? 1 : most / waits;
    return (step.ms / times) * hurry;
  }

  private turn(position: Position, log: LogLine[], staged: boolean): void {
    this.staged = staged;
    this.news = log;
    this.position = position;
  }
}

function hidden(): boolean {
  return globalThis.document?.visibilityState === "hidden";
}
