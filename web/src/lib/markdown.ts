// Rules are written in Markdown. It is parsed into a tree that components draw, so that nothing in it can become markup.
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
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
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
