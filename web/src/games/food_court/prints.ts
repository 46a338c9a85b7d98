import type { Prints } from "../contract";
import KINDS, { CUISINES } from "./looks";
import { BY_NAME, CUISINE_ICONS, EFFECT_ICONS, ROLE_ICONS, UTENSIL_ICONS } from "./pictures";

const cuisines = Object.entries(CUISINE_ICONS).flatMap(([deck, icons]) =>
  Object.entries(icons).map(([part, icon]) => [`${deck} ${part}`, icon] as const),
);

const prints: Prints = {
  looks: KINDS,
  likeNames: BY_NAME,
  decks: CUISINES,
  parts: {
    ...EFFECT_ICONS,
    ...ROLE_ICONS,
    ...Object.fromEntries(UTENSIL_ICONS.map((icon, at) => [`utensil ${at}`, icon])),
    ...Object.fromEntries(cuisines),
  },
};
export default prints;
