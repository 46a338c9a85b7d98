import { describe, expect, test } from "vitest";
import { houseMark, slug, target } from "./markdown";

describe("links of a text", () => {
  test("lead elsewhere, to documents of the house, or to a heading", () => {
    expect(target("https://toml.io")).toBe("https://toml.io");
    expect(target("/docs/rulings#d7")).toBe("/docs/rulings#d7");
    expect(target("protocol.md#fairness")).toBe("/docs/protocol#fairness");
    expect(target("bots.md")).toBe("/docs/bots");
    expect(target("openapi.json")).toBe("/docs/openapi.json");
    expect(target("#g4")).toBe("#rule-g4");
  });

  test("that lead nowhere are none", () => {
    for (const href of ["javascript:alert(1)", "//elsewhere.example", "../secret", "..", "data:text/html,x", ""]) {
      expect(target(href)).toBeNull();
    }
  });

  test("name headings as other readers of Markdown do", () => {
    expect(slug("Chef's Choice")).toBe("chefs-choice");
    expect(slug("What a version promises")).toBe("what-a-version-promises");
  });
});

test("a mark of a house ruling names its clause", () => {
  expect(houseMark("[house D7]")).toBe("D7");
  expect(houseMark("[house]")).toBe("");
  expect(houseMark("house")).toBeNull();
});
