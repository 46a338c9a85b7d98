// The pictures of the house deck's dishes, and of the stops of the day.
import type { Icon } from "../../lib/icon";
import banana from "icon:fluent-emoji-flat/banana";
import bowlWithSpoon from "icon:fluent-emoji-flat/bowl-with-spoon";
import broom from "icon:fluent-emoji-flat/broom";
import brownMushroom from "icon:fluent-emoji-flat/brown-mushroom";
import crescentMoon from "icon:fluent-emoji-flat/crescent-moon";
import cutOfMeat from "icon:fluent-emoji-flat/cut-of-meat";
import fish from "icon:fluent-emoji-flat/fish";
import greenSalad from "icon:fluent-emoji-flat/green-salad";
import meatOnBone from "icon:fluent-emoji-flat/meat-on-bone";
import oyster from "icon:fluent-emoji-flat/oyster";
import pie from "icon:fluent-emoji-flat/pie";
import poultryLeg from "icon:fluent-emoji-flat/poultry-leg";
import shortcake from "icon:fluent-emoji-flat/shortcake";
import shushingFace from "icon:fluent-emoji-flat/shushing-face";
import studioMicrophone from "icon:fluent-emoji-flat/studio-microphone";
import sun from "icon:fluent-emoji-flat/sun";
import looks from "./looks";
import type { Stop } from "./shapes";

export const DISHES: Record<string, Icon> = {
  "Caesar Salad": greenSalad,
  Mushrooms: brownMushroom,
  Soup: bowlWithSpoon,
  Clams: oyster,
  "Cornish Hen": poultryLeg,
  Flounder: fish,
  Steak: cutOfMeat,
  "Lamb Chop": meatOnBone,
  Torte: pie,
  Cake: shortcake,
  "Bananas Foster": banana,
};

/** The picture of a dish; a menu, with three dishes, has none of its own. */
export default function picture(name: string, kind: string): Icon | undefined {
  return kind === "menu" ? undefined : DISHES[name];
}

/** The picture of a dish, or of its category. */
export function dishPicture(name: string, category: string): Icon {
  return DISHES[name] ?? looks[category].icon!;
}

export const STOP_PICTURES: Partial<Record<Stop["kind"], Icon>> = {
  podcast: studioMicrophone,
  lunch: sun,
  cleanup: broom,
  hidden: shushingFace,
  dinner: crescentMoon,
};

/** Pictures side by side, as one. */
export function together(pictures: readonly Icon[]): Icon {
  let width = 0;
  let body = "";
  for (const picture of pictures) {
    body += `<g transform="translate(${width} 0) scale(${32 / picture.width})">${picture.body}</g>`;
    width += 34;
  }
  return { body, width: width - 2, height: 32 };
}
