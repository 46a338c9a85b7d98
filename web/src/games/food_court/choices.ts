// The decks by their cuisine, for setting a table.
import type { Choices } from "../contract";
import { emblemOf } from "./looks";

const CUISINES: Record<string, string> = {
  italy: "Italy",
  france: "France",
  china: "China",
  india: "India",
  usa: "USA",
  turkiye: "Türkiye",
  japan: "Japan",
  mexico: "Mexico",
};

const choices: Choices = {
  decks: Object.fromEntries(Object.entries(CUISINES).map(([deck, name]) => [deck, { name, icon: emblemOf(deck) }])),
};

export default choices;
