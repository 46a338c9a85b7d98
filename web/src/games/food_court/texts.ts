// What cards, abilities and roles do, in the few words that fit on them.
import type { Face } from "../contract";
import { signed } from "./table";

export interface Ability {
  title: string;
  text: string;
  win: string;
}

/** The ability cards: what they are called, what they do, and what is tracked. */
const ABILITIES: Record<string, Ability> = {
  exact: {
    title: "Exact pasta",
    text: "The very pasta a recipe is named for: +1 in a normal recipe, +2 in a hard one.",
    win: "Four exact pastas.",
  },
  courses: {
    title: "Full menu",
    text: "Courses of one turn: entrée with appetizer +1, appetizer with main +2, main with dessert +3.",
    win: "One of each course, in that order.",
  },
  feast: {
    title: "Feast",
    text: "+1 for every full recipe of a turn after the first.",
    win: "Four normal or hard rice or noodle recipes, each cooked in one turn with one of the other kind.",
  },
  extra: {
    title: "Extra spice",
    text: "One extra secondary in any recipe: +1, or +2 in a hard one.",
    win: "Four different extras, from normal or hard recipes.",
  },
  double: {
    title: "Double portion",
    text: "Twice the ingredients, all or nothing: + as many VP as the recipe asks for cards.",
    win: "Four different recipes of one type.",
  },
  replace: {
    title: "Takeover",
    text: "At a scoring, a kebab from hand takes the place of an opponent's normal or hard recipe, for 1 or 2 ingredients.",
    win: "Four such kebabs.",
  },
  spices: {
    title: "Five tastes",
    text: "Each spice in a full recipe counts its own points: {tastes}.",
    win: "Four marked spices, as many of each: {marked}.",
  },
  heat: {
    title: "Heat",
    text: "Up to two hot secondaries in any recipe, +1 each; each beyond the requirement costs a card from hand.",
    win: "Four hot cards, each from a recipe with two.",
  },
};

/** The ability card of a deck; where single cards make the difference, it names them. */
export function abilityOf(ability: string, deck: string, faces: readonly Face[]): Ability {
  const { title, text, win } = ABILITIES[ability] ?? { title: ability, text: "", win: "" };
  const spices = faces.filter((face) => face.deck === deck && face.vp);
  const tastes = spices.map((face) => `${face.name} ${signed(face.vp)}`).join(", ");
  const marked = spices.filter((face) => face.tracked).map((face) => face.name).join(" and ");
  return { title, text: text.replace("{tastes}", tastes), win: win.replace("{marked}", marked) };
}

/** What an ability sees in an ingredient, in a word or two: its taste, its heat, and whether it is marked. */
export function traitsOf(face: Face): string[] {
  return [...(face.vp ? [signed(face.vp)] : []), ...(face.tag && !face.needs ? [face.tag] : [])];
}

/** What an action card does before an opponent, and before yourself. */
const EFFECTS: Record<string, [string, string]> = {
  block: ["stops one of their own cards", "stops one card of an opponent"],
  ingredient: ["they lose a prepared ingredient of your choice", "prepare an ingredient from your discard pile"],
  recipe: [
    "a meal of your choice is taken apart: recipe and one ingredient go back into their draw pile",
    "take a recipe and an ingredient back from your discard pile",
  ],
  progress: ["one of their win cards goes back into their draw pile", "take back a discarded card of a kind you track"],
  utensil: ["turn one of their utensils face down", "turn one of your utensils up again"],
  drawing: ["they discard two cards from their hand", "draw two cards"],
  scores: ["one of their meals scores 1 less", "one of your meals scores 1 more"],
  piles: ["they discard the top three cards of their draw pile", "three of your discards go onto your draw pile"],
};

/** What a card does, in a sentence or two. */
export function textOf(face: Face): string {
  if (face.effect) {
    const [offence, defence] = EFFECTS[face.effect];
    return `Before an opponent, ${face.offence}: ${offence}. Before yourself, ${face.defence}: ${defence}.`;
  }
  const tracked = face.tracked ? " Counts towards your win condition." : "";
  switch (face.kind) {
    case "utensil":
      return `Once in play: +1 for each of your recipes with the sign of ${face.name}.`;
    case "primary":
      return `Every recipe takes one.${tracked}`;
    case "secondary":
      return `A normal recipe asks for one, a hard one for two.${taste(face)}${tracked}`;
    case "optional":
      return "Adds 1 VP to any recipe.";
  }
  return tracked.trim();
}

function taste(face: Face): string {
  if (face.vp) return ` ${signed(face.vp)} in a full recipe.${face.tag ? " It is marked." : ""}`;
  return face.tag ? ` It is ${face.tag}.` : "";
}

/** What each role asks of the counterpart. */
export const ROLES: Record<string, string> = {
  Chef: "cook normal or hard: both +2",
  Waiter: "cook two or more: both +2",
  Dishwasher: "take a new hand for +2, or the Dishwasher gets +2",
  Supplier: "both take two cards back, or draw only to six",
  Critic: "praised: both +1; panned: −2 and −1",
  Customer: "cook normal or hard: both +2, or both −2",
};

/** What the lines of a score are called. */
export const LINES: Record<string, string> = {
  recipe: "recipe",
  optional: "optional ingredients",
  "hard bonus": "hard recipes beside it",
  utensil: "utensil",
  ability: "ability",
  action: "action cards",
  role: "role",
};
