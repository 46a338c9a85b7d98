// A scoring as it is told: the cards before the scorer turned up one after another, Blocks upon Blocks, and the sum.
//
// Often the whole of it happens in one step, and by the time the step is seen the table has been cleared: so the story is
// put together from the events, and corrected by the view as long as the cards still lie there.
import type { BeforeView, Face, ScoreLine, View } from "./shapes";
import type { News } from "./table";

export interface StoryCard {
  owner: number;
  card: number;
  fate: NonNullable<BeforeView["fate"]> | "nothing";
  /** The place in the row of the card that this Block was used on. */
  usedOn: number | null;
}

export interface Story {
  seat: number;
  cards: StoryCard[];
  /** What the cards did, in sentences. */
  deeds: string[];
  lines: ScoreLine[];
  points: number | null;
  over: boolean;
  /** How much of it had been told before the last step. */
  known: { cards: number; deeds: number; lines: number };
}

const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(["scoring", "reveal", "block", "hold", "resolve", "line", "total", "end", "turn", "round"]);

/** The story after these news: a new one if somebody scores, otherwise the one there was, told further. */
export function tell(story: Story | null, news: News, view: View, faces: readonly Face[]): Story | null {
  let told = story && {
    ...story,
    cards: story.cards.map((card) => ({ ...card })),
    deeds: [...story.deeds],
    lines: [...story.lines],
    known: { cards: story.cards.length, deeds: story.deeds.length, lines: story.lines.length },
  };
  for (const { about, text } of news) {
    if (!about) continue;
    if (about.event === "scoring") {
      told = begun(about.seat);
      continue;
    }
    if (!told || told.over) continue;
    if (about.event === "reveal") {
      told.cards.push({ owner: about.owner, card: about.card, fate: "standing", usedOn: null });
    } else if (about.event === "block") {
      const used = told.cards.find((one) => one.owner === about.seat && one.usedOn === null && faces[one.card].effect === "block");
      if (used) used.usedOn = about.place;
      if (told.cards[about.place]) told.cards[about.place].fate = "blocked";
    } else if (about.event === "resolve" || about.event === "fizzle") {
      const wanted = about.event === "fizzle" ? "resolved" : null;
      const card = told.cards.find(
        (one) => one.owner === about.owner && one.card === about.card && (wanted ? one.fate === wanted : one.fate !== "resolved"),
      );
      if (card) card.fate = wanted ? "nothing" : "resolved";
    } else if (about.event === "line" && about.seat === told.seat && told.points === null) {
      told.lines.push({ line: about.line, card: about.card, points: about.points });
    } else if (about.event === "total") {
      told.points = about.points;
    } else if (about.event === "end") {
      told.over = true;
    }
    if (!TOLD_ELSEWHERE.has(about.event)) told.deeds.push(text);
  }
  return corrected(told, view);
}

function begun(seat: number): Story {
  return { seat, cards: [], deeds: [], lines: [], points: null, over: false, known: { cards: 0, deeds: 0, lines: 0 } };
}

/** The story with the fates that the view knows of, or a story made from the view alone. */
function corrected(story: Story | null, view: View): Story | null {
  const before = view.stations[view.turn]?.before ?? [];
  if (!before.length || !before.every((card) => card.revealed)) return story;
  const told =
    story && story.seat === view.turn && !story.over
      ? story
      : begun(view.turn);
  return {
    ...told,
    cards: before.map((card, at) => ({
      owner: card.owner,
      card: card.card ?? 0,
      fate: told.cards[at]?.fate === "nothing" ? "nothing" : (card.fate ?? "standing"),
      usedOn: card.used_on,
    })),
  };
}

/** The row as stacks: every card with the Blocks used on it, and on them, above it. `depth` counts from the card itself. */
export function stacks(cards: readonly StoryCard[]): Array<Array<StoryCard & { place: number; depth: number }>> {
  const placed = cards.map((card, place) => ({ ...card, place }));
  const above = (place: number, depth: number): Array<StoryCard & { place: number; depth: number }> =>
    placed
      .filter((card) => card.usedOn === place)
      .flatMap((card) => [{ ...card, depth }, ...above(card.place, depth + 1)]);
  return placed
    .filter((card) => card.usedOn === null)
    .map((card) => [{ ...card, depth: 0 }, ...above(card.place, 1)]);
}
