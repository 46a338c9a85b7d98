// What is asked over HTTP. Every failure is a Trouble with a sentence that can be shown.
import type {
  Deck,
  Frames,
  HouseFacts,
  NewTable,
  Published,
  Reel,
  Rules,
  Seated,
  SeatLink,
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

/** A text of the house, as it is. */
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
  docs: (name: string) => read(name ? `/docs/${encodeURIComponent(name)}` : "/docs"),
  cards: (game: string) => ask<Deck>("GET", `/api/games/${encodeURIComponent(game)}/cards`),
  tables: (phase: string) => ask<TableList>("GET", `/api/tables?phase=${phase}`),
  set: (wish: NewTable) => ask<Seated>("POST", "/api/tables", wish),
  table: (table: string) => ask<TableHere>("GET", at(table)),
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

const decks = new Map<string, Promise<Deck>>();

/** The static card table of a game: asked for once. */
export function deckOf(game: string): Promise<Deck> {
  let deck = decks.get(game);
  if (!deck) {
    deck = api.cards(game);
    decks.set(game, deck);
    deck.catch(() => decks.delete(game));
  }
  return deck;
}
