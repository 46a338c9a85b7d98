// What the board of Chef's Choice reads out of a view and the offers.
import { heardIn, offersFor, type Line, type Offered } from "../contract";
import type { DishView, Face, Game, Offer, Stop, View } from "./shapes";

export type Offering = Offered<Offer>;
export type News = readonly Line<Game>[];
export type Category = DishView["category"];

// The day

/** The stops of the day; sample rounds have the name of their tile, if it is face up. */
export function dayOf(view: View, day: readonly Stop[]): Stop[] {
  return day.map((stop) => {
    if (stop.space === null) return stop;
    const asks = view.asks[stop.space] ?? "its tile is turned up when it begins";
    return { ...stop, name: view.schedule[stop.space] ?? stop.name, text: `${stop.name}: ${asks}.` };
  });
}

// The tally

/** The dishes of a category, each with its number. */
export function dishesOf(view: View, category: Category): Array<DishView & { index: number }> {
  return view.tally.map((dish, index) => ({ ...dish, index })).filter((dish) => dish.category === category);
}

export interface Cube {
  /** Whose it is; the podcast comes after the seats. */
  colour: number;
  /** What tells it apart from all other cubes. */
  key: string;
  /** Where it came from, if it was not there before. */
  from?: string;
}

/** The cubes of a dish, grouped by colour, the podcast's first. */
export function cubesOf(view: View, before: View | null, index: number, news: News): Cube[] {
  const { markers } = view.tally[index];
  const old = before?.tally[index].markers ?? markers;
  const moved = heardIn(news, "move").find((told) => told.to === index);
  const order = [markers.length - 1, ...markers.keys()].slice(0, markers.length);
  return order.flatMap((colour) =>
    Array.from({ length: markers[colour] }, (_, nth) => {
      const key = `cube-${colour}-${index}-${nth}`;
      if (nth < old[colour]) return { colour, key };
      const source = moved?.seat === colour ? `dish-${moved.from}` : `colour-${colour}`;
      return { colour, key, from: source };
    }),
  );
}

/** The colours of the cubes that have just been taken from a dish, the podcast's last. */
export function goneFrom(view: View, before: View | null, index: number): number[] {
  const { markers } = view.tally[index];
  const old = before?.tally[index].markers ?? markers;
  return markers.flatMap((count, colour) => Array<number>(Math.max(0, old[colour] - count)).fill(colour));
}

/** A menu's dishes, each with what it would draw as the tally stands. */
export function menuOf(face: Face, view: View): DishView[] {
  return face.dishes.map((dish) => view.tally[dish]);
}

// The seats

/** A letter for each player: one of their name that nobody before them has, or else a digit. */
export function lettersOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, at) => {
    const letters = [...name.toUpperCase()].filter((letter) => /\p{L}/u.test(letter));
    const letter = letters.find((one) => !taken.has(one)) ?? String(at + 1);
    taken.add(letter);
    return letter;
  });
}

// What may be done

/** The offers in which all these dishes get a sample. */
export function givesOf(offers: readonly Offering[], dishes: readonly number[]) {
  return offersFor(offers, "give").filter((offer) => dishes.every((dish) => offer.about.dishes.includes(dish)));
}

/** What picking a dish, after others, can mean: samples of all of them, or moving a marker that lies on the first. */
export function actionsAt(offers: readonly Offering[], dish: number, picked: readonly number[]): Offering[] {
  const [from] = picked;
  const moves = from === undefined || from === dish ? { from: dish } : { from, to: dish };
  return [...givesOf(offers, [...picked, dish]), ...offersFor(offers, "move", moves)];
}

/** What can be picked after these: dishes that get samples together with them, and those a marker can be moved from or, after that, to. */
export function pickable(offers: readonly Offering[], picked: readonly number[]): Set<number> {
  const [from] = picked;
  const moves = offersFor(offers, "move");
  const ends = from === undefined ? moves.map((offer) => offer.about.from) : moves.filter((offer) => offer.about.from === from).map((offer) => offer.about.to);
  return new Set([...givesOf(offers, picked).flatMap((offer) => offer.about.dishes), ...ends, ...picked]);
}
