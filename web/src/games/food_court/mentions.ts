// The cards that a line of the log mentions.
import type { Mentions } from "../contract";
import { lookOf, pictureOf } from "./looks";
import type { Game } from "./shapes";

const mentions: Mentions<Game> = (about, { faces, constants }) => {
  const named: Array<number | null> = [];
  // When something goes into a pot, only that is mentioned, not the recipe.
  if ("recipe" in about && typeof about.recipe === "number" && about.event !== "add") named.push(about.recipe);
  if ("card" in about && typeof about.card === "number") named.push(about.card);
  if ("goods" in about) named.push(...about.goods);
  if ("cards" in about && Array.isArray(about.cards)) named.push(...about.cards);
  const owner = "seat" in about ? about.seat : null;
  return named
    .filter((card) => card !== null)
    .map((card) => {
      const face = faces[card];
      const print = { name: face.name, look: lookOf(face), icon: pictureOf(face, constants.utensils), text: face.text };
      return { print, at: `[data-card="${owner}/${card}"]` };
    });
};

export default mentions;
