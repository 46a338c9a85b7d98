import type { KindLook } from "../../lib/look";
import cutOfMeat from "icon:fluent-emoji-flat/cut-of-meat";
import forkAndKnifeWithPlate from "icon:fluent-emoji-flat/fork-and-knife-with-plate";
import greenSalad from "icon:fluent-emoji-flat/green-salad";
import shortcake from "icon:fluent-emoji-flat/shortcake";

const looks: Record<string, KindLook> = {
  menu: { kind: "menu", letter: "M", hue: "plum", shape: "arch", pattern: "plain", icon: forkAndKnifeWithPlate },
  appetizer: { kind: "appetizer", letter: "A", hue: "leaf", shape: "scoop", pattern: "dots", icon: greenSalad },
  entree: { kind: "entrée", letter: "E", hue: "tomato", shape: "oval", pattern: "stripes", icon: cutOfMeat },
  dessert: { kind: "dessert", letter: "D", hue: "amber", shape: "ticket", pattern: "waves", icon: shortcake },
  tile: { kind: "marketing tile", letter: "T", hue: "slate", shape: "square", pattern: "grid" },
};

export default looks;
