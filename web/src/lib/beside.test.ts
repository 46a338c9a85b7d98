import { expect, test } from "vitest";
import { beside } from "./beside";

const VIEW = { width: 1280, height: 720 };
const SIZE = { width: 240, height: 335 };
const box = (left: number, top: number, width = 90, height = 126) => ({ left, top, right: left + width, bottom: top + height });

test("a card is shown large to its right, or to its left where there is no room", () => {
  expect(beside(box(100, 200), SIZE, VIEW)).toEqual({ left: 202, top: 168 });
  expect(beside(box(1100, 200), SIZE, VIEW).left).toBe(1100 - 12 - 240);
  expect(beside(box(100, 700), SIZE, VIEW).top).toBe(720 - 335 - 8);
});

test("what has to stay in sight is not covered", () => {
  const missing = box(430, 150, 500, 30);
  const hits = ({ left, top }: { left: number; top: number }) =>
    left < missing.right && left + SIZE.width > missing.left && top < missing.bottom && top + SIZE.height > missing.top;
  for (const left of [30, 230, 430, 630, 830]) {
    for (const top of [200, 330, 440]) {
      const anchor = box(left, top);
      expect(hits(beside(anchor, SIZE, VIEW, [missing])), `${left} ${top}`).toBe(false);
    }
  }
});

test("on a phone it stands above or below, and stays in the window", () => {
  const phone = { width: 390, height: 844 };
  const above = beside(box(150, 600), SIZE, phone);
  expect(above).toEqual({ left: 75, top: 600 - 12 - 335 });
  expect(beside(box(150, 100), SIZE, phone).top).toBe(100 + 126 + 12);
  const tight = beside(box(150, 200, 90, 200), SIZE, { width: 390, height: 500 });
  expect(tight.top).toBeGreaterThanOrEqual(8);
});
