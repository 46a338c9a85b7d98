// Requests over HTTP. Every failure is a Trouble with a sentence that can be shown.
import { digestOf } from "./promise";
import type {
  CardsChecked,
  Deck,
  Frames,
  HouseFacts,
  LabFacts,
  Lessons,
  NewTable,
  PlayOn,
  Published,
  PuzzleFacts,
  PuzzleHint,
  PuzzleList,
  PuzzleSolution,
  PuzzleTry,
  Reel,
  ReviewFacts,
  ReviewWish,
  Rules,
  Seated,
  SeatLink,
  StudyFacts,
  StudyWish,
  TableDeck,
  TableFacts,
  TableHere,
  TableList,
} from "./wire";

export class Trouble extends Error {
  constructor(
    /** Why, as a word: what the server says, or `unreachable`. */
    readonly reason: string,
    text: string,
    /** Whether one may take a damaged table back to its last good move. */
    readonly mend = false,
  ) {
    super(text);
  }
}

export const UNREACHABLE = "The house cannot be reached just now. Look at your connection, or try again in a moment.";

/** A text from the house, unparsed. */
async function read(path: string): Promise<string> {
  try {
    const response = await fetch(path, { headers: { Accept: "text/plain" } });
    if (response.ok) return await response.text();
    if (response.status === 404) throw new Trouble("unknown", "There is no such page.");
  } catch (problem) {
    if (problem instanceof Trouble) throw problem;
  }
  throw new Trouble("unreachable", UNREACHABLE);
}

async function ask<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Trouble("unreachable", UNREACHABLE);
  }
  let told: any;
  try {
    told = await response.json();
  } catch {
    throw new Trouble("unreachable", UNREACHABLE);
  }
  if (!response.ok) {
    throw new Trouble(String(told?.reason ?? "unreachable"), String(told?.text ?? UNREACHABLE), told?.mend === true);
  }
  return told as T;
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  house: () => ask<HouseFacts>("GET", "/api/house"),
  rules: (game: string) => ask<Rules>("GET", `/api/games/${encodeURIComponent(game)}/rules`),
  lessons: (game: string) => ask<Lessons>("GET", `/api/games/${encodeURIComponent(game)}/lessons`),
  /** Set the table of a lesson, and sit down there. */
  beginLesson: (game: string, lesson: string, name: string) =>
    ask<Seated>("POST", `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}`, { name }),
  docs: (name: string) => read(name ? `/docs/${encodeURIComponent(name)}` : "/docs"),
  cards: (game: string) => ask<Deck>("GET", `/api/games/${encodeURIComponent(game)}/cards`),
  /** Whether a card file is good, and what it changes of the house's deck. */
  checkCards: (game: string, cards: string) =>
    ask<CardsChecked>("POST", `/api/games/${encodeURIComponent(game)}/cards`, { cards }),
  tables: (phase: string) => ask<TableList>("GET", `/api/tables?phase=${phase}`),
  set: (wish: NewTable) => ask<Seated>("POST", "/api/tables", wish),
  table: (table: string) => ask<TableHere>("GET", at(table)),
  tableCards: (table: string) => ask<TableDeck>("GET", `${at(table)}/cards`),
  /** Where the card file of a table is downloaded from. */
  cardFile: (table: string) => `${at(table)}/cards.toml`,
  claim: (table: string, name: string, seat: number | null) =>
    ask<Seated>("POST", `${at(table)}/claim`, { name, seat }),
  lend: (table: string, seat: number) => ask<SeatLink>("POST", `${at(table)}/seats/${seat}/link`),
  /** `attempt`: the attempt to deal whose number this device has. */
  take: (table: string, code: string, attempt: number | null) =>
    ask<Seated>("POST", `${at(table)}/take`, { code, attempt }),
  /** What the house has published of the shuffle, also of a table that is gone. */
  promise: (table: string) => ask<Published>("GET", `${at(table)}/promise`),
  mend: (table: string) => ask<TableHere>("POST", `${at(table)}/mend`),
  rematch: (table: string) => ask<Seated>("POST", `${at(table)}/rematch`),
  decline: (table: string) => ask<Seated>("POST", `${at(table)}/decline`),
  reel: (table: string) => ask<Reel>("GET", `${at(table)}/replay`),
  frames: (table: string, first: number, count: number, eyes: number | null) =>
    ask<Frames>("GET", `${at(table)}/replay/frames?first=${first}&count=${count}${eyes === null ? "" : `&eyes=${eyes}`}`),
  /** Where the record of a finished game is downloaded from. */
  record: (table: string) => `${at(table)}/record`,
};

export const lab = {
  facts: () => ask<LabFacts>("GET", "/api/lab"),
  begin: (wish: StudyWish) => ask<StudyFacts>("POST", "/api/lab", wish),
  see: (study: string) => ask<StudyFacts>("GET", `/api/lab/${encodeURIComponent(study)}`),
  stop: (study: string) => ask<StudyFacts>("POST", `/api/lab/${encodeURIComponent(study)}/stop`),
  /** Where the page of a study is. */
  page: (study: string) => `/api/lab/${encodeURIComponent(study)}/page`,
};

export const coach = {
  review: (table: string, wish: ReviewWish) => ask<ReviewFacts>("POST", `${at(table)}/review`, wish),
  seeReview: (table: string, seat: number, open: boolean) =>
    ask<ReviewFacts>("GET", `${at(table)}/review?seat=${seat}&open_cards=${open ? 1 : 0}`),
  playOn: (table: string, wish: PlayOn) => ask<Seated>("POST", `${at(table)}/play-on`, wish),
  puzzles: () => ask<PuzzleList>("GET", "/api/puzzles"),
  puzzle: (game: string, day: string) =>
    ask<PuzzleFacts>("GET", `/api/puzzles/${encodeURIComponent(game)}?day=${encodeURIComponent(day)}`),
  puzzleHint: (game: string, day: string) =>
    ask<PuzzleHint>("GET", `/api/puzzles/${encodeURIComponent(game)}/hint?day=${encodeURIComponent(day)}`),
  solve: (game: string, wish: PuzzleTry) => ask<PuzzleSolution>("POST", `/api/puzzles/${encodeURIComponent(game)}`, wish),
};

const decks = new Map<string, Promise<Deck>>();

/** Ask for something once, and remember it under a key. */
function once<D extends Deck>(key: string, asking: () => Promise<D>): Promise<D> {
  let deck = decks.get(key) as Promise<D> | undefined;
  if (!deck) {
    deck = asking();
    decks.set(key, deck);
    deck.catch(() => decks.delete(key));
  }
  return deck;
}

/** The static card table that a table plays with: asked for once. */
export function deckOf(facts: TableFacts): Promise<Deck> {
  return facts.own_cards ? deckAt(facts) : once(facts.game, () => api.cards(facts.game));
}

/** The deck that somebody brought to a table; it must be the one that the house has promised. */
export function deckAt(facts: TableFacts): Promise<TableDeck> {
  return once(`${facts.game} ${facts.deck}`, async () => {
    const deck = await api.tableCards(facts.table);
    if (deck.own && digestOf(deck.own) === facts.deck) return deck;
    throw new Trouble("broken", "The house shows other cards than those it has promised for this table.");
  });
}
