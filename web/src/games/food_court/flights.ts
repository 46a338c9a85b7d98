// The cards that go from one station to another: actions that are placed, and recipes that take the place of another's.
import type { Flights } from "../contract";
import { lookOf, pictureOf } from "./looks";
import type { Game } from "./shapes";

const flights: Flights<Game> = (about, { faces, constants }) => {
  if (about.event !== "place" && about.event !== "swap") return [];
  const { card, seat } = about;
  const face = card === null ? null : faces[card];
  const print = face && { name: face.offence ?? face.name, look: lookOf(face), icon: pictureOf(face, constants.utensils) };
  const at = card === null ? `[data-spot="hand/${seat}"]` : `[data-card="${seat}/${card}"]`;
  return [{ print, at, from: seat, to: about.event === "place" ? about.before : about.victim }];
};

export default flights;
