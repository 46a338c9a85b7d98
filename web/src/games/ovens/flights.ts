// The cards that go from one cook to another. Thefts and sabotage have scenes of their own, which show the card on its way.
import type { Flights } from "../contract";
import { OvensFaces, printOf } from "./seen";
import type { Game } from "./shapes";

const flights: Flights<Game> = (about, deck) => {
  if (about.event !== "give" && about.event !== "return") return [];
  const kind = about.kind ?? null;
  const print = kind === null ? null : printOf(new OvensFaces(deck.faces).card(kind), true);
  return [{ print, at: kind === null ? undefined : `[data-card="hand-${kind}"]`, from: about.seat, to: about.victim }];
};

export default flights;
