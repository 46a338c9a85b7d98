import { expect, test } from "vitest";
import { before, streak } from "./streak";

test("a streak counts days in a row up to today, or to yesterday while today is open", () => {
  const days = { "2026-03-01": "first", "2026-02-28": "first", "2026-02-27": "later", "2026-02-26": "first" } as const;
  expect(streak(days, "2026-03-01")).toBe(2);
  expect(streak(days, "2026-03-02")).toBe(2);
  expect(streak(days, "2026-03-03")).toBe(0);
  expect(streak({ ...days, "2026-03-01": "later" }, "2026-03-01")).toBe(0);
});

test("the day before knows months and leap years", () => {
  expect(before("2028-03-01")).toBe("2028-02-29");
  expect(before("2026-01-01", 2)).toBe("2025-12-30");
});
