// What goes to a waiter: plates from the stacks, parties from the Lounge, and the token that every action passes on.
import bell from "icon:fluent-emoji-flat/bellhop-bell";
import type { Flight, Flights } from "../contract";
import looks from "./looks";
import { dollars, Sides } from "./seen";
import type { Game } from "./shapes";

const TOKENS = ".tokens";

const flights: Flights<Game> = (about, { faces }) => {
  const pass = (from: number, to: number): Flight => ({ print: null, token: bell, at: `[data-seat="${from}"] ${TOKENS}`, from, to, into: TOKENS });
  const sides = new Sides(faces);
  switch (about.event) {
    case "draw": {
      const { name, kind } = sides.plate(about.plate);
      const at = `:is([data-card="t${about.table}"], [data-spot="stack-${about.stack}"])`;
      return [{ print: { name, look: looks[kind] }, at, from: null, to: about.seat }, pass(about.seat, about.to)];
    }
    case "seat": {
      const { name, value } = sides.table(about.table);
      const print = { name, look: looks.table, value: dollars(value) };
      return [{ print, at: `[data-card="t${about.table}"]`, from: null, to: about.seat }, pass(about.seat, about.to)];
    }
    case "counter":
    case "serve":
      return [pass(about.seat, about.to)];
    case "take":
      return [pass(about.from, about.seat)];
    default:
      return [];
  }
};

export default flights;
