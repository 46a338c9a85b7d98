// How Food Court's cards look: the frame says what kind of card it is, colour and pattern whose cuisine it belongs to.
import type { Icon } from "../../lib/icon";
import type { Hue, KindLook, Pattern } from "../../lib/look";
import type { Face } from "./shapes";
import { CUISINE_ICONS, EFFECT_ICONS, pictured, UTENSIL_ICONS } from "./pictures";

const KINDS: Record<Face["kind"], KindLook> = {
  action: { kind: "action", letter: "A", hue: "slate", shape: "square", pattern: "stripes" },
  utensil: { kind: "utensil", letter: "U", hue: "cocoa", shape: "notch", pattern: "plain" },
  primary: { kind: "primary ingredient", letter: "P", hue: "leaf", shape: "round", pattern: "dots" },
  secondary: { kind: "secondary ingredient", letter: "S", hue: "sky", shape: "hex", pattern: "dots" },
  optional: { kind: "optional ingredient", letter: "O", hue: "plum", shape: "oval", pattern: "dots" },
  recipe: { kind: "recipe", letter: "R", hue: "amber", shape: "ticket", pattern: "checks" },
};

export default KINDS;

/** What sets a cuisine apart besides its pictures. */
export interface Cuisine {
  hue: Hue;
  pattern: Pattern;
  /** The lower edge of the awning over its station. */
  edge: "scallop" | "zigzag" | "arch" | "step";
}

export const CUISINES: Record<string, Cuisine> = {
  italy: { hue: "leaf", pattern: "checks", edge: "scallop" },
  france: { hue: "sky", pattern: "stripes", edge: "scallop" },
  china: { hue: "tomato", pattern: "grid", edge: "step" },
  india: { hue: "amber", pattern: "dots", edge: "arch" },
  usa: { hue: "slate", pattern: "bricks", edge: "zigzag" },
  turkiye: { hue: "teal", pattern: "diamonds", edge: "arch" },
  japan: { hue: "rose", pattern: "waves", edge: "step" },
  mexico: { hue: "plum", pattern: "rays", edge: "zigzag" },
};
const OTHERS = Object.values(CUISINES);

/** How a deck's cuisine looks; a custom deck borrows the look of one of the eight, always the same one. */
export function cuisineOf(deck: string): Cuisine {
  return CUISINES[deck] ?? OTHERS[[...deck].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OTHERS.length];
}

/** The picture that stands for a cuisine. */
export function emblemOf(deck: string): Icon {
  return (CUISINE_ICONS[deck] ?? CUISINE_ICONS.italy).emblem;
}

const looks = new Map<string, KindLook>();

/** The look of a card: the frame and letter of its kind in the colour and pattern of its cuisine. */
export function lookOf(face: Face): KindLook {
  const key = `${face.deck}/${face.kind}`;
  let look = looks.get(key);
  if (!look) {
    const { hue, pattern } = cuisineOf(face.deck);
    look = { ...KINDS[face.kind], hue, pattern };
    looks.set(key, look);
  }
  return look;
}

/** The picture on a card. */
export function pictureOf(face: Face, utensils: readonly string[]): Icon {
  if (face.effect) return EFFECT_ICONS[face.effect];
  if (face.kind === "utensil") return UTENSIL_ICONS[Math.max(0, utensils.indexOf(face.name))];
  const own = CUISINE_ICONS[face.deck];
  const named = pictured(face.name);
  if (named) return named;
  if (face.kind === "primary" && own) return own.primary;
  if (face.kind === "secondary" && own) return own.secondary;
  return own?.emblem ?? CUISINE_ICONS.italy.emblem;
}
