// What the board of Chef's Choice reads out of a view and the offers.
import type { LogLine, Offer } from "../../lib/wire";

export const CATEGORIES = ["appetizer", "entree", "dessert"] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_NAMES: Record<Category, string> = {
  appetizer: "Appetizers",
  entree: "Entrées",
  dessert: "Desserts",
};

/** A menu as it is printed: its dishes by name. */
export type MenuFacts = Record<Category | "name", string>;

/** A line of the tally board; the podcast's markers come last. */
export interface Dish {
  name: string;
  category: Category;
  samples: number;
  markers: number[];
  leads: boolean;
  draws: number;
}

export interface View {
  players: number;
  seat: number | null;
  step: number;
  moment: "choose" | "announce" | "and then";
  space: number | null;
  schedule: Array<string | null>;
  asks: Array<string | null>;
  lead: number | null;
  deck: number;
  podcast: number | null;
  hand: number[] | null;
  held: number[];
  choice: { card?: number; dish?: number; keep?: boolean } | null;
  decided: boolean[];
  shown: Array<number | null>;
  played: number[][];
  tally: Dish[];
  home: number[];
  lunch: Array<number | null>;
  lunch_customers: number[][];
  dinner_customers: number[][];
  scores: number[];
}

// The day

export type StopKind = "podcast" | "sample" | "lunch" | "cleanup" | "hidden" | "dinner";

export interface Stop {
  step: number;
  kind: StopKind;
  name: string;
  /** What happens there. */
  text: string;
}

const DAY: Array<[StopKind, string, string]> = [
  ["podcast", "Podcast", "The podcast reads a menu out: each of its dishes gets one of its markers."],
  ["sample", "Sample round 1", ""],
  ["sample", "Sample round 2", ""],
  ["sample", "Sample round 3", ""],
  ["lunch", "Lunch", "All serve a menu. Each dish draws guests by how its samples compare with the others of its kind."],
  ["cleanup", "Clean-up", "The most popular dishes lose a marker of every colour. All keep or discard a menu, and get new ones."],
  ["podcast", "Podcast", "The podcast reads a menu out: each of its dishes gets one of its markers."],
  ["sample", "Sample round 4", ""],
  ["sample", "Sample round 5", ""],
  ["hidden", "Hidden sample", "All choose a menu in secret and clip one dish on it: that one gets a marker."],
  ["dinner", "Dinner", "Like lunch, with more guests. Then the day is over."],
];

/** The eleven stops of the day; sample rounds have the name of their tile, if it is face up. */
export function dayOf(view: View): Stop[] {
  let space = 0;
  return DAY.map(([kind, name, text], at) => {
    if (kind !== "sample") return { step: at + 1, kind, name, text };
    const tile = view.schedule[space];
    const asks = view.asks[space];
    space++;
    return {
      step: at + 1,
      kind,
      name: tile ?? name,
      text: asks ? `${name}: ${asks}.` : `${name}: its tile is turned when it begins.`,
    };
  });
}

// The tally

/** The dishes of a category, each with its number. */
export function dishesOf(view: View, category: Category): Array<Dish & { index: number }> {
  return view.tally.map((dish, index) => ({ ...dish, index })).filter((dish) => dish.category === category);
}

export interface Cube {
  /** Whose it is; the podcast comes after the seats. */
  colour: number;
  /** What tells it from the others, also when it moves. */
  key: string;
  /** Where it came from, if it was not there before. */
  from?: string;
}

/** The cubes of a dish, those of a colour together, the podcast's first. */
export function cubesOf(view: View, before: View | null, index: number, news: readonly LogLine[]): Cube[] {
  const { markers } = view.tally[index];
  const old = before?.tally[index].markers ?? markers;
  const moved = news.find((line) => line.about?.event === "move" && line.about.to === index);
  const order = [markers.length - 1, ...markers.keys()].slice(0, markers.length);
  return order.flatMap((colour) =>
    Array.from({ length: markers[colour] }, (_, nth) => {
      const key = `cube-${colour}-${index}-${nth}`;
      if (nth < old[colour]) return { colour, key };
      const source = moved?.about?.seat === colour ? `dish-${moved.about.from}` : `colour-${colour}`;
      return { colour, key, from: source };
    }),
  );
}

/** A menu's dishes, each with what it would draw as the tally stands. */
export function menuOf(face: MenuFacts, view: View): Array<{ name: string; category: Category; draws: number; leads: boolean }> {
  return CATEGORIES.map((category) => {
    const dish = view.tally.find((one) => one.name === face[category] && one.category === category);
    return { name: face[category], category, draws: dish?.draws ?? 0, leads: dish?.leads ?? false };
  });
}

/** What a menu would draw as the tally stands. */
export function drawsOf(face: MenuFacts, view: View): number {
  return menuOf(face, view).reduce((sum, dish) => sum + dish.draws, 0);
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

/** The seats as they sit, clockwise from one's own. */
export function roundFrom(players: number, seat: number | null): number[] {
  return Array.from({ length: players }, (_, at) => ((seat ?? 0) + at) % players);
}

// What may be done

/** The offers in which this dish gets a sample. */
export function givesOf(offers: readonly Offer[], dish: number): Offer[] {
  return offers.filter((offer) => offer.verb === "give" && (offer.about.dishes as number[]).includes(dish));
}

/** What can be done with a marker at a dish: the dishes it can be moved from, or, once one is lifted, to. */
export function moveEnds(offers: readonly Offer[], lifted: number | null): Set<number> {
  const moves = offers.filter((offer) => offer.verb === "move");
  if (lifted === null) return new Set(moves.map((offer) => offer.about.from as number));
  return new Set(moves.filter((offer) => offer.about.from === lifted).map((offer) => offer.about.to as number));
}
