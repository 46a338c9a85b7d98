import { describe, expect, test } from "vitest";
import { beside, overlap } from "./beside";

const PHONE = { left: 8, top: 60, width: 374, height: 720 };
const DESK = { left: 8, top: 100, width: 1424, height: 780 };
const SIZE = { width: 360, height: 200 };

describe("words about something", () => {
  test("stand beside it", () => {
    for (const room of [PHONE, DESK]) {
      for (const target of [
        { left: 20, top: 80, width: 340, height: 300 },
        { left: 20, top: 560, width: 340, height: 200 },
        { left: 160, top: 300, width: 60, height: 60 },
      ]) {
        const place = beside(target, SIZE, room, []);
        expect(overlap(place, target)).toBe(0);
        expect(overlap(place, room)).toBe(place.width * place.height);
      }
    }
  });

  test("leave free what can be picked, where there is room", () => {
    const target = { left: 500, top: 300, width: 200, height: 100 };
    const right = { left: 712, top: 300, width: 360, height: 200 };
    const place = beside(target, SIZE, DESK, [right]);
    expect(overlap(place, target) + overlap(place, right)).toBe(0);
  });

  test("are in sight when they are about nothing in particular, or about everything", () => {
    for (const target of [null, DESK]) {
      const place = beside(target, SIZE, DESK, []);
      expect(overlap(place, DESK)).toBe(place.width * place.height);
    }
  });
});
