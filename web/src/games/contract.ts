// The contract between the table and a board.
//
// A game brings, all in `web/src/games/<id>/` and all optional:
//
//   Board.svelte   draws the table, with the props below. Without it the table is drawn by games/generic/Board.svelte.
//   looks.ts       `export default` a record of KindLook (lib/look.ts) by the kind that faces and zones name.
//   sign.ts        `export default` a Sign: what the home screen needs of the game; loaded at once, so keep it small.
//   guide.ts       `export default` a list of GuideStep: the guided first turn.
//   scenes.ts      `export default` a Stager (lib/scenes.svelte.ts): changes that are more than their lines, step by step.
//
// A board holds no rules and no state of the game. Everything it shows comes from `position.view` (what this seat may see)
// and `faces` (views name cards by their index in it); everything that may be done is in `position.offers`. It asks for an
// action with `choose`, which plays a single offer at once and shows several beside what was clicked, or with `play`. The answer is
// the next position. During a replay, and for spectators, there are no offers: a board needs no other case for that.
//
// The table around it shows the prompt, the seats with their clocks, the log, and hints. It also plays the sounds
// of cards and dice, and lets cards travel: give everything that moves an identity with `data-card` (the `card` prop of
// ui/Card.svelte), and name the place a card comes out of (a deck) with `data-spot` and the card's `from` prop.
import { getContext, setContext } from "svelte";
import type { Component } from "svelte";
import type { Icon } from "../lib/icon";
import type { LogLine, Offer, Position, TableFacts } from "../lib/wire";

/** A card, tile or dish as the game's static table has it: which fields there are is the game's business. */
export type Face = Record<string, any>;

export interface BoardProps {
  /** The static card table: views name cards by their index in it. */
  faces: Face[];
  /** The game as `seat` may see it now: `view`, `prompt`, `actors`, `offers`, and `sheet` once it is over. */
  position: Position;
  /** The position before the last change, to show what is new; null at first. */
  before: Position | null;
  /** What happened in between, oldest first: `about` has each event with its arguments. */
  news: LogLine[];
  /** Through whose eyes the table is seen; null for a spectator. */
  seat: number | null;
  /** Everything about the table but the game: options, who sits where, whether it is real time. */
  table: TableFacts;
  /** The players' names by seat, to be put into texts with `named` (lib/names.ts). */
  names: string[];
  /** The action that a hint recommends, while it does: Card marks it by itself. */
  hint: number | null;
  /** Whether a move of ours is on its way to the server. */
  busy: boolean;
  /** Take an action that is offered. */
  play: (offer: Offer) => void;
  /** Take the only one of these offers, or let the person choose among them beside `anchor`. */
  choose: (anchor: Element, offers: Offer[]) => void;
  /** The last action of ours that came too late in real time, with its sentence: shake it and say so; null otherwise. */
  late: { action: number; text: string } | null;
}

export type Board = Component<BoardProps>;

/** What the home screen shows of a game. Both accents must be readable on the paper and on the chalkboard (4.5:1). */
export interface Sign {
  accent: { light: string; dark: string };
  pictures: Icon[];
}

/** One step of the guided first turn. */
export interface GuideStep {
  title: string;
  text: string;
  /** A CSS selector of what it speaks about, on the board or around it; it is lit while the step is shown. */
  at?: string;
}

/** What parts of a board may ask of the table without having it handed down to them. */
export interface BoardHelp {
  readonly hint: number | null;
  readonly names: string[];
  /** Whether a scene has just shown what is new: then the board does not play it again. */
  readonly staged: boolean;
  choose: (anchor: Element, offers: Offer[]) => void;
}

const HELP = Symbol("board");

export function setBoardHelp(help: BoardHelp): void {
  setContext(HELP, help);
}

export function boardHelp(): BoardHelp | undefined {
  return getContext<BoardHelp | undefined>(HELP);
}

/** The offers of a verb, and with these arguments. */
export function offersFor(offers: readonly Offer[], verb: string | null, about: Record<string, unknown> = {}): Offer[] {
  return offers.filter(
    (offer) =>
      (verb === null || offer.verb === verb) &&
      Object.entries(about).every(([name, value]) => offer.about[name] === value),
  );
}
