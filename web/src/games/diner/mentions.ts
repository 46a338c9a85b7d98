// The plates and parties that a line of the log mentions.
import type { Mention, Mentions } from "../contract";
import looks from "./looks";
import { dollars, plateWords, Sides } from "./seen";
import type { Game } from "./shapes";

const mentions: Mentions<Game> = (about, { faces }) => {
  const sides = new Sides(faces);
  const found: Mention[] = [];
  if ("table" in about && typeof about.table === "number") {
    const { name, value, order } = sides.table(about.table);
    const print = { name, look: looks.table, value: dollars(value), text: plateWords(order, sides) };
    found.push({ print, at: `[data-card="t${about.table}"]` });
  }
  const plates = "plates" in about ? about.plates : "plate" in about && typeof about.plate === "number" ? [about.plate] : [];
  for (const plate of plates) {
    const { name, kind } = sides.plate(plate);
    found.push({ print: { name, look: looks[kind] } });
  }
  return found;
};

export default mentions;
