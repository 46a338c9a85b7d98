// The cards and dishes that a line of the log mentions.
import type { Mentions } from "../contract";
import { cardsIn, OvensFaces, printOf, printOfDish } from "./seen";
import type { Game } from "./shapes";

const mentions: Mentions<Game> = (about, deck) => {
  const faces = new OvensFaces(deck.faces);
  const owner = "seat" in about ? about.seat : null;
  const cards = cardsIn(about).filter((kind) => kind !== null);
  const dishes = "dish" in about && typeof about.dish === "number" ? [about.dish] : [];
  return [
    ...dishes.map((dish) => ({ print: printOfDish(faces.dish(dish), faces), at: `[data-card="dish-${dish}"]` })),
    ...cards.map((kind) => ({ print: printOf(faces.card(kind)), at: `:is([data-card^="oven-${owner}-${kind}-"], [data-card="hand-${kind}"])` })),
  ];
};

export default mentions;
