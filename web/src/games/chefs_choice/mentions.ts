// The menus and dishes that a line of the log mentions.
import type { Mention, Mentions } from "../contract";
import looks from "./looks";
import { dishPicture } from "./pictures";
import type { Game } from "./shapes";

const mentions: Mentions<Game> = (about, { faces, constants }) => {
  const dish = (index: number): Mention[] => {
    const face = faces.find((one) => one.dishes.includes(index));
    if (!face) return [];
    const category = constants.categories[face.dishes.indexOf(index)].kind;
    const name = face[category];
    return [{ print: { name, look: looks[category], icon: dishPicture(name, category) }, at: `[data-dish="${index}"]` }];
  };
  if ("card" in about && about.card != null) {
    const { name, dishes } = faces[about.card];
    return [{ print: { name, look: looks.menu }, at: `[data-card="menu-${about.card}"]` }, ...dishes.flatMap(dish)];
  }
  if ("dishes" in about) return about.dishes.flatMap(dish);
  if ("dish" in about && about.dish !== undefined) return dish(about.dish);
  return "from" in about && about.from !== undefined ? [...dish(about.from), ...dish(about.to)] : [];
};

export default mentions;
