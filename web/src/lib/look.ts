// How kinds of cards look. No kind is told by its colour alone: each has a letter, a frame shape and a pattern too.
import type { Icon } from "./icon";

export const HUES = ["tomato", "sky", "olive", "plum", "amber", "teal", "rose", "slate", "cocoa", "leaf"] as const;
export const SHAPES = ["round", "notch", "arch", "ticket", "hex", "square", "oval", "scoop"] as const;
export const PATTERNS = ["dots", "stripes", "checks", "waves", "grid", "rays", "plain", "bricks", "diamonds"] as const;

export type Hue = (typeof HUES)[number];
export type Shape = (typeof SHAPES)[number];
export type Pattern = (typeof PATTERNS)[number];

/** How a kind of card looks. */
export interface KindLook {
  /** The kind in words, for people and screen readers. */
  kind: string;
  letter: string;
  hue: Hue;
  shape: Shape;
  pattern: Pattern;
  icon?: Icon;
}

function initial(kind: string): string {
  return (kind[0] ?? "?").toUpperCase();
}

/** Looks of kinds under the names that the game gives them, each with its first letter. */
export function initialed(looks: Record<string, Omit<KindLook, "kind" | "letter">>): Record<string, KindLook> {
  return Object.fromEntries(Object.entries(looks).map(([kind, look]) => [kind, { kind, letter: initial(kind), ...look }]));
}

/** Looks for the kinds of a game that brings none of its own, in the order in which they are met. */
export class Wardrobe {
  private met = new Map<string, KindLook>();

  constructor(private own: Record<string, KindLook> = {}) {}

  of(kind: string): KindLook {
    const own = this.own[kind];
    if (own) return own;
    let look = this.met.get(kind);
    if (!look) {
      const at = this.met.size;
      look = {
        kind,
        letter: initial(kind),
        hue: HUES[at % HUES.length],
        shape: SHAPES[at % SHAPES.length],
        pattern: PATTERNS[at % PATTERNS.length],
      };
      this.met.set(kind, look);
    }
    return look;
  }
}
