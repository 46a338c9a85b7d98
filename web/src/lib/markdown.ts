// Rules and documents are written in Markdown. It is parsed into a tree that components draw, so that nothing in it can become markup.
import { marked, type Token, type Tokens } from "marked";

export type { Token, Tokens };

export function parse(markdown: string): Token[] {
  return marked.lexer(markdown);
}

/** The text of a token without its marks. */
export function plain(token: Token): string {
  const inner = (token as { tokens?: Token[] }).tokens;
  return inner ? inner.map(plain).join("") : entities("text" in token ? String(token.text) : token.raw);
}

/** The name of a heading in an address. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Where a link of a text leads: elsewhere, to a document of the house, or to a heading of the same text; null if nowhere. */
export function target(href: string): string | null {
  if (/^(https?:|\/docs\/)/.test(href)) return href;
  const [, name, place] = /^(\w[\w.-]*?)?(?:\.md)?(#[\w-]+)?$/.exec(href) ?? [];
  if (name) return `/docs/${name}${place ?? ""}`;
  return place ? `#rule-${place.slice(1)}` : null;
}

/** The clause that a mark of a house ruling names ("D7"), "" if it names none, and null if a text is no such mark. */
export function houseMark(text: string): string | null {
  const found = /^\[house(?: ([A-Z]\d+))?\]$/.exec(text);
  return found ? (found[1] ?? "") : null;
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The parser escapes some characters for HTML; components do that themselves. */
export function entities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]);
}

export interface Heading {
  text: string;
  slug: string;
  depth: number;
}

export function headings(tokens: readonly Token[]): Heading[] {
  return tokens
    .filter((token): token is Tokens.Heading => token.type === "heading")
    .map((token) => ({ text: plain(token), slug: slug(plain(token)), depth: token.depth }));
}
