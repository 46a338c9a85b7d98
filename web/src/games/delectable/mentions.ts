// The cards that a line of the log mentions.
import type { Mentions } from "../contract";
import looks from "./looks";
import pictureOf from "./pictures";
import type { Game } from "./shapes";

const mentions: Mentions<Game> = (about, { faces }) => {
  const cards = "cards" in about ? about.cards : "card" in about ? [about.card] : [];
  return cards
    .filter((card) => card !== null)
    .map((card) => {
      const { name, kind, stars } = faces[card];
      return { print: { name, look: looks[kind], icon: pictureOf(name), value: `${stars}★` }, at: `[data-card="card-${card}"]` };
    });
};

export default mentions;
