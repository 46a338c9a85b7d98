// What the house's cards show. A custom deck has other names: its cards show the picture of their kind.
import type { Icon } from "../../lib/icon";
import type { DishFace } from "./shapes";
import cheese from "icon:fluent-emoji-flat/cheese-wedge";
import cockroach from "icon:fluent-emoji-flat/cockroach";
import cucumber from "icon:fluent-emoji-flat/cucumber";
import egg from "icon:fluent-emoji-flat/egg";
import fish from "icon:fluent-emoji-flat/fish";
import flatbread from "icon:fluent-emoji-flat/flatbread";
import fly from "icon:fluent-emoji-flat/fly";
import hair from "icon:game-icons/hair-strands";
import hamburger from "icon:fluent-emoji-flat/hamburger";
import hotPepper from "icon:fluent-emoji-flat/hot-pepper";
import leafyGreen from "icon:fluent-emoji-flat/leafy-green";
import meat from "icon:fluent-emoji-flat/cut-of-meat";
import mushroom from "icon:fluent-emoji-flat/mushroom";
import oden from "icon:fluent-emoji-flat/oden";
import onion from "icon:fluent-emoji-flat/onion";
import pizza from "icon:fluent-emoji-flat/pizza";
import potOfFood from "icon:fluent-emoji-flat/pot-of-food";
import rat from "icon:fluent-emoji-flat/rat";
import salt from "icon:fluent-emoji-flat/salt";
import shrimp from "icon:fluent-emoji-flat/shrimp";
import snail from "icon:fluent-emoji-flat/snail";
import taco from "icon:fluent-emoji-flat/taco";
import tomato from "icon:fluent-emoji-flat/tomato";

export const CARDS: Record<string, Icon> = {
  Dough: flatbread,
  Tomato: tomato,
  Cheese: cheese,
  Meat: meat,
  Onion: onion,
  Mushroom: mushroom,
  Egg: egg,
  Shrimp: shrimp,
  "Grandma's Mystic Seasoning": salt,
  Fly: fly,
  "Greasy Hair": hair,
  Cockroach: cockroach,
  Rat: rat,
  Pickles: cucumber,
  Anchovies: fish,
  Snail: snail,
  Wasabi: leafyGreen,
  Habanero: hotPepper,
};

export const TYPES: Record<DishFace["type"], Icon> = { hamburger, pizza, soup: potOfFood, yakitori: oden, tacos: taco };

/** The picture of a card; of a dish only its type has one. */
export default function picture(name: string): Icon | undefined {
  return CARDS[name] ?? (TYPES as Record<string, Icon>)[name];
}
