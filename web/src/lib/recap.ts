// What happened, told turn by turn: what one player does several times in a turn is one line.
import { listed } from "./names";
import type { LogLine } from "./wire";

/** One line of the recap: several of the log where they tell the same of different things. */
export interface Told {
  text: string;
  lines: LogLine[];
}

export interface Turn {
  /** The line with which it begins; null for what came before the first. */
  opening: LogLine | null;
  told: Told[];
}

/** Events that begin something new for everybody, whatever the game calls it. */
const OPENINGS: ReadonlySet<unknown> = new Set(["turn", "step"]);
const LONGEST = 48;

/** Where the news begins for a seat: after its last move; at the beginning if it has made none, or only watches. */
export function newsFrom(log: readonly LogLine[], seat: number | null): number {
  return seat === null ? 0 : log.findLastIndex((line) => line.kind === "game" && line.seat === seat) + 1;
}

/** The log in turns. A game that names no turns has one whenever somebody else moves. */
export function turnsOf(log: readonly LogLine[]): Turn[] {
  const opens = log.some((line) => OPENINGS.has(line.about?.event));
  const turns: Turn[] = [];
  let mover: number | null = null;
  for (const line of log) {
    const opening = OPENINGS.has(line.about?.event);
    const other = !opens && line.kind === "game" && line.seat !== mover;
    if (line.kind === "game") mover = line.seat;
    if (opening) turns.push({ opening: line, told: [] });
    else {
      if (!turns.length || other) turns.push({ opening: null, told: [] });
      add(turns.at(-1)!.told, line);
    }
  }
  return turns;
}

function add(told: Told[], line: LogLine): void {
  const before = told.findLast((one, at) => alike(one.lines[0], line) && told.slice(at + 1).every(isAside));
  const text = before && together([...before.lines, line].map((one) => one.text));
  if (before && text) {
    before.text = text;
    before.lines.push(line);
  } else {
    told.push({ text: line.text, lines: [line] });
  }
}

/** Whether two lines tell the same of the same player. */
function alike(one: LogLine, other: LogLine): boolean {
  return one.kind === "game" && other.kind === "game" && one.about?.event === other.about?.event && one.about?.seat === other.about?.seat;
}

/** Whether a line tells of nobody, such as what comes next on a pile: what a player does goes on after it. */
function isAside({ lines }: Told): boolean {
  return lines[0].kind === "game" && lines[0].about?.seat === undefined;
}

/** Several sentences as one: `You prepare Rice ×3 and Beef.` Null where they differ in more than one short thing. */
export function together(texts: readonly string[]): string | null {
  const sentences = texts.map((text) => text.replace(/\.$/, "").split(" "));
  const first = sentences[0];
  const shared = (count: number, same: (words: string[], at: number) => boolean): number => {
    let at = 0;
    while (at < count && sentences.every((words) => same(words, at))) at++;
    return at;
  };
  const shortest = Math.min(...sentences.map((words) => words.length));
  const head = shared(shortest - 1, (words, at) => words[at] === first[at]);
  const tail = shared(shortest - head - 1, (words, at) => words.at(-1 - at) === first.at(-1 - at));
  const items = sentences.map((words) => words.slice(head, words.length - tail).join(" "));
  const same = items.every((item) => item === items[0]);
  if (same && texts.every((text) => text === texts[0])) return `${texts[0].replace(/\.$/, "")} ×${texts.length}.`;
  // A subject and a verb at least, and what differs is the name of a thing.
  if (head < 2 || items.some((item) => item.length > LONGEST || /[:.;=]/.test(item.replace(/\(.*?\)/g, "")))) return null;
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  const things = [...counts].map(([item, count]) => (count > 1 ? `${item} ×${count}` : item));
  return `${[...first.slice(0, head), listed(things), ...first.slice(first.length - tail)].join(" ")}.`;
}
