// The cards that go to a player: bought with a roll, or handed over after a theft.
import type { Flights } from "../contract";
import looks from "./looks";
import pictureOf from "./pictures";
import type { Game } from "./shapes";

const flights: Flights<Game> = (about, { faces }) => {
  const fly = (card: number, from: number | null, to: number) => {
    const { name, kind, stars } = faces[card];
    return [{ print: { name, look: looks[kind], icon: pictureOf(name), value: `${stars}★` }, at: `[data-card="card-${card}"]`, from, to }];
  };
  if (about.event === "roll" && about.taken) return fly(about.card, null, about.seat);
  if (about.event === "give") return fly(about.card, about.seat, about.to);
  return [];
};

export default flights;
