import { describe, expect, test } from "vitest";
import { wait } from "./backoff";
import { ago, remaining, shownTime } from "./clock";
import { parse, plain, slug } from "./markdown";
import { breadth, counted, elided, listed, named, namesOf } from "./names";

describe("names", () => {
  test("go where the server left room for them, and nowhere else", () => {
    expect(named("{0} takes {2} from {0}.", ["Ann", "Bo", "Cy"])).toBe("Ann takes Cy from Ann.");
    expect(named("{3} and {x}", ["Ann"])).toBe("{3} and {x}");
  });

  test("a number and its unit, and before and after, stay in one line", () => {
    expect(named("{0} rolls: 45 %, 3 VP or 2 minutes.", ["Ann"])).toBe("Ann rolls: 45\u00a0%, 3\u00a0VP or 2 minutes.");
    expect(named("{0}: 2★ → 4★, score 9 → 12", ["Ann"])).toBe("Ann: 2★\u00a0→\u00a04★, score 9\u00a0→\u00a012");
  });

  test("of cards may be divided after an article, not before a single letter", () => {
    expect(elided("Penne all’Arrabbiata")).toEqual(["Penne all’", "Arrabbiata"]);
    expect(elided("Chef’s Choice")).toEqual(["Chef’s Choice"]);
  });

  test("of cards are as wide as their letters", () => {
    expect(breadth("Onion")).toBeLessThan(5);
    expect(breadth("Mushroom")).toBeGreaterThan(breadth("Doughnut"));
  });

  test("are not searched for names again", () => {
    expect(named("{0} greets {1}", ["{1}", "Bo"])).toBe("{1} greets Bo");
  });

  test("an open seat is called by its number", () => {
    const seat = { kind: "open", name: "" } as never;
    expect(namesOf([{ name: "Ann" } as never, seat])).toEqual(["Ann", "Seat 2"]);
  });

  test("are listed as people do", () => {
    expect(listed([])).toBe("");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(counted(1, "card")).toBe("1 card");
    expect(counted(2, "person watches", "people watch")).toBe("2 people watch");
  });
});

describe("clocks", () => {
  test("go on between messages only for whoever is to act, and never below zero", () => {
    expect(remaining(5000, 100, 1100, true)).toBe(4000);
    expect(remaining(5000, 100, 1100, false)).toBe(5000);
    expect(remaining(500, 0, 9000, true)).toBe(0);
  });

  test("show minutes, and tenths at the end", () => {
    expect(shownTime(725_000)).toBe("12:05");
    expect(shownTime(3_725_000)).toBe("1:02:05");
    expect(shownTime(9_990)).toBe("9.9");
    expect(shownTime(0)).toBe("0.0");
  });

  test("say how long ago something was", () => {
    expect(ago(0, 30_000)).toBe("just now");
    expect(ago(0, 60_000)).toBe("1 minute ago");
    expect(ago(0, 49 * 3_600_000)).toBe("2 days ago");
  });
});

test("attempts come at longer and longer intervals, up to a limit", () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => wait(attempt, () => 1));
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits.at(-1)).toBe(10_000);
  expect(wait(0, () => 0)).toBeLessThan(wait(0, () => 1));
});

describe("rules", () => {
  test("keep their letters in the names of headings", () => {
    expect(slug("Entrées & more")).toBe("entrées-more");
    expect(plain(parse("Fish & **chips** `<b>`")[0])).toBe("Fish & chips <b>");
  });
});
