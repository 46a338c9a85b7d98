// The contract between the table and a board.
//
// A game brings, all in `web/src/games/<id>/` and all optional:
//
//   Board.svelte   draws the table, with the props below. Without it the table is drawn by games/generic/Board.svelte.
//   looks.ts       `export default` a KindLook (lib/look.ts) for each kind that faces and zones name.
//   pictures.ts    `export default` a Pictures (registry.ts): the picture of each card by its name, for the generic board.
//   prints.ts      `export default` a Prints: the same drawings for `maitred print`, written into prints.json by the build.
//   sign.ts        `export default` a Sign: what the home screen shows of the game; loaded at once, so keep it small.
//   choices.ts     `export default` Choices: pictures and names for what is chosen seat by seat when a table is set.
//   guide.ts       `export default` a Guide: the steps of the guided first turn. Numbers of the rules in it come from the game.
//   places.ts      `export default` CSS selectors by name: the `places` that the game's lessons.toml points to.
//   mentions.ts    `export default` a Mentions: the cards that a line of the log mentions, and where on the board they are.
//   flights.ts     `export default` a Flights: the cards that an event sends from one player to another.
//   scenes.ts      `export default` a Stager (lib/scenes.svelte.ts): how changes that deserve more than a line of the log are played out.
//
// A board holds no rules and no state of the game. Everything it shows comes from `position.view` (what this seat may see),
// `faces` (views name cards by their index in it) and `constants` (what the rules say once and for all); everything that may
// be done is in `position.offers`. All of it is typed by `shapes.ts`, which is generated from the game's own types. To take an
// action it calls `play`, or `choose` where several offers can be meant: that plays a single offer at once, and lists several
// beside what was clicked. What comes back is the next position. In a replay, and for spectators, there are no offers: a board
// needs no special case for that.
//
// The table around it shows the prompt, the seats with their clocks, the log, and hints. It also plays the sounds
// of cards and dice, and animates cards that move: give everything that moves an identity with `data-card` (the `card` prop of
// ui/Card.svelte), and name the place a card comes out of (a deck) with `data-spot` and the card's `from` prop.
//
// A decision has to fit one screen (tests/page/one_screen.py checks it): a board has the height `--room` for it, and whatever
// sticks to the lower edge sticks to `bottom: var(--bottom)`, above the tools that a phone has there. Each player's place on
// the board carries `data-seat`, so that the log can point at it.
import { getContext, setContext } from "svelte";
import type { Component } from "svelte";
import type { Icon } from "../lib/icon";
import type { Hue, KindLook, Pattern } from "../lib/look";
import type { CardPrint } from "../lib/preview.svelte";
import type { LogLine, Offer, Position, TableFacts } from "../lib/wire";

/** The types of a game, as its shapes.ts has them. */
export interface Shapes {
  view: object;
  constants: object;
  face: object;
  offer: { verb: string; label: string };
  heard: object;
}

/** The shapes of a game that the page knows nothing about. */
export interface AnyGame extends Shapes {
  view: Record<string, unknown>;
  constants: Record<string, unknown>;
  face: Record<string, unknown>;
  offer: { verb: string; label: string } & Record<string, unknown>;
  heard: Record<string, unknown>;
}

/** An action as it is offered: `about` has the arguments of its verb. */
export type Offered<Told> = Told extends { verb: infer Verb; label: string }
  ? Omit<Offer, "verb" | "about"> & { verb: Verb; about: Omit<Told, "verb" | "label"> }
  : never;

/** Those members of a union whose field has that value: `Of<Offer, "verb", "draw">`. */
export type Of<Some, Field extends string, Value> =
  Some extends Record<Field, infer Known> ? (Value extends Known ? Some : never) : never;

/** The same fields as a type that is also a record, which an interface is not. */
type Fields<Some> = Some extends object ? { [Field in keyof Some]: Some[Field] } : never;

/** A line of the log, with the event that it tells of. */
export type Line<Game extends Shapes> = Omit<LogLine, "about"> & { about?: Fields<Game["heard"]> | null };

export type PositionOf<Game extends Shapes> = Omit<Position, "view" | "offers"> & {
  view: Game["view"];
  offers: Offered<Game["offer"]>[];
};

export interface BoardProps<Game extends Shapes = AnyGame> {
  /** The static card table: views name cards by their index in it. */
  faces: Game["face"][];
  /** What the rules say once and for all: limits, spaces, names. */
  constants: Game["constants"];
  /** The game as `seat` may see it now: `view`, `prompt`, `actors`, `offers`, and `sheet` once it is over. */
  position: PositionOf<Game>;
  /** The position before the last change, to show what is new; null at first. */
  before: PositionOf<Game> | null;
  /** What happened in between, oldest first: `about` has each event with its arguments. */
  news: Line<Game>[];
  /** Through whose eyes the table is seen; null for a spectator. */
  seat: number | null;
  /** Everything about the table but the game: options, who sits where, whether it is real time. */
  table: TableFacts;
  /** The players' names by seat, to be put into texts with `named` (lib/names.ts). */
  names: string[];
  /** The action that a hint recommends now, if any; ui/Card.svelte marks it by itself. */
  hint: number | null;
  /** Whether a move of ours is on its way to the server. */
  busy: boolean;
  /** Take an action that is offered. */
  play: (offer: Offer) => void;
  /** Take the only one of these offers, or let the person choose among them beside `anchor`. */
  choose: (anchor: Element, offers: Offer[]) => void;
  /** Our last action, if it came too late in real time, with the sentence that says so: shake it and show that; null otherwise. */
  late: { action: number; text: string } | null;
}

export type Board = Component<BoardProps>;

/** What the home screen shows of a game. Both accents must be readable on the paper and on the chalkboard (4.5:1). */
export interface Sign {
  accent: { light: string; dark: string };
  pictures: Icon[];
  /** Options of a table that *Play now* sets, and the sentence that says so. */
  quick?: { options: Record<string, string>; says: string };
}

/** What the printed cards of a game show, taken from what its board shows. */
export interface Prints {
  looks: Record<string, KindLook>;
  /** Pictures of cards by their names. */
  names?: Record<string, Icon>;
  /** Pictures of cards by patterns of their names; the first that matches counts. */
  likeNames?: Array<[RegExp, Icon]>;
  /** Colours and patterns of decks by their ids. */
  decks?: Record<string, { hue: Hue; pattern: Pattern }>;
  /** Pictures that stand for something other than a card. */
  parts?: Partial<Record<string, Icon>>;
}

/** A card that a line of the log mentions. */
export interface Mention {
  print: CardPrint;
  /** Where it is on the board: a CSS selector, which may find nothing. */
  at?: string;
}

/** The cards that views and events name by their numbers, and what the rules say once and for all. */
export type DeckOf<Game extends Shapes = AnyGame> = Pick<BoardProps<Game>, "faces" | "constants">;

/** Reads something out of an event. */
type OfEvent<Game extends Shapes, Told> = (about: Game["heard"], deck: DeckOf<Game>) => Told;

/** The cards of an event. */
export type Mentions<Game extends Shapes = any> = OfEvent<Game, Mention[]>;

/** A card that an event sends to a player. It is shown flying where the board itself does not show it on its way. */
export interface Flight {
  /** What is printed on it; null if it is seen from behind. */
  print: CardPrint | null;
  /** The picture on it, if it is no card but a token. */
  token?: Icon;
  /** Where it was on the board: a CSS selector, which may find nothing. */
  at?: string;
  /** Whose it was; null if nobody's. */
  from: number | null;
  /** Whose it becomes. */
  to: number;
  /** Where it lands at that player's place: a CSS selector; anywhere there if it finds nothing. */
  into?: string;
}

/** The cards that an event sends from one to another. */
export type Flights<Game extends Shapes = any> = OfEvent<Game, Flight[]>;

/** The options that are chosen seat by seat when a table is set: by option and value, a name and a picture. */
export type Choices = Record<string, Record<string, { name: string; icon: Icon }>>;

/** The guided first turn of a game that begins with this view. */
export type Guide<Game extends Shapes = any> = (view: Game["view"], constants: Game["constants"]) => GuideStep[];

/** One step of the guided first turn: it is shown when what it is about is there. */
export interface GuideStep {
  title: string;
  text: string;
  /** A CSS selector of what it is about, on the board or around it: the first match that is visible is lit up meanwhile. */
  at?: string;
  /** The verbs of the offers that it is about: shown while one can be taken, and done when the learner has taken one. */
  does?: string[];
  /** With `does`: what the learner is asked to do. */
  ask?: string;
  /** With `does`: whether the chance may be long in coming, so that the guide goes on without it. */
  rare?: boolean;
}

/** What parts of a board can use of the table without having it passed down to them. */
export interface BoardHelp {
  readonly hint: number | null;
  readonly names: string[];
  readonly busy: boolean;
  play: (offer: Offer) => void;
  /** Whether a scene has just shown what is new: then the board does not play it again. */
  readonly staged: boolean;
  /** Whether one particular move is asked for, as in a puzzle: then no part of it is filled in from the player's preferences. */
  readonly exact: boolean;
  choose: (anchor: Element, offers: Offer[]) => void;
}

const HELP = Symbol("board");

export function setBoardHelp(help: BoardHelp): void {
  setContext(HELP, help);
}

export function boardHelp(): BoardHelp | undefined {
  return getContext<BoardHelp | undefined>(HELP);
}

/**
 * The actions that picking something can mean, for the attribute `data-actions`: every offer needs a visible control that
 * names it there, or one with `data-opens` that leads to it (tests/page/one_screen.py checks it).
 */
export function actionsOf(offers: ReadonlyArray<{ action: number }>): string | undefined {
  return offers.length ? offers.map((offer) => offer.action).join(" ") : undefined;
}

/** Whether the action that a hint recommends is among these. */
export function recommends(hint: number | null | undefined, offers: ReadonlyArray<{ action: number }>): boolean {
  return hint != null && offers.some((offer) => offer.action === hint);
}

/** The offers of one of these verbs, and with these arguments. */
export function offersFor<Some extends Offer, Verb extends Some["verb"]>(
  offers: readonly Some[],
  verbs: Verb | readonly Verb[],
  about: Record<string, unknown> = {},
): Of<Some, "verb", Verb>[] {
  const wanted: readonly string[] = typeof verbs === "string" ? [verbs] : verbs;
  return offers.filter(
    (offer): offer is Of<Some, "verb", Verb> =>
      wanted.includes(offer.verb) && Object.entries(about).every(([name, value]) => offer.about[name] === value),
  );
}

/** The events of a kind among the news, each with the number of its line and its sentence, which only the line has. */
export function heardIn<Heard extends { event: string }, Kind extends Heard["event"]>(
  news: ReadonlyArray<{ seq: number; text: string; about?: Heard | null }>,
  kind: Kind,
): Array<Of<Heard, "event", Kind> & { seq: number; text: string }> {
  const wanted = (about: Heard): about is Of<Heard, "event", Kind> => about.event === kind;
  return news.flatMap(({ about, seq, text }) => (about && wanted(about) ? [{ ...about, seq, text }] : []));
}
