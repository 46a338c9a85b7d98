import { expect, test } from "vitest";
import { Wardrobe } from "../../lib/look";
import type { Item, Offer, Zone } from "../../lib/wire";
import { offersFor } from "../contract";
import { cardsOf, changed, folded, groups, offersOn } from "./layout";

const offer = (action: number, verb: string, about: Record<string, unknown> = {}): Offer => ({
  action,
  stamp: 0,
  verb,
  label: verb,
  about,
});
const item = (title: string, tag = "", lines: string[] = []): Item => ({ title, kind: "food", lines, tag });
const zone = (items: Item[], note = ""): Zone => ({ title: "Market", seat: null, note, items });

test("offers are grouped by verb in the order they come", () => {
  const found = groups([offer(1, "roll"), offer(2, "end"), offer(3, "roll")]);
  expect(found.map((group) => [group.title, group.offers.map((one) => one.action)])).toEqual([
    ["Roll", [1, 3]],
    ["End", [2]],
  ]);
});

test("groups of many offers are folded, and a single choice never is", () => {
  const some = (verb: string, count: number) => Array.from({ length: count }, (_, at) => offer(at, verb));
  const found = groups([...some("give", 9), ...some("take", 5), ...some("keep", 4), ...some("end", 1)]);
  const shown = (most: number, all: number) => folded(found, most, all).filter((group) => !group.folded).map((group) => group.verb);
  expect(shown(10, 20)).toEqual(["give", "take", "keep", "end"]);
  expect(shown(6, 20)).toEqual(["take", "keep", "end"]);
  expect(shown(6, 8)).toEqual(["keep", "end"]);
  expect(shown(0, 0)).toEqual([]);
  expect(shown(1, 0)).toEqual(["end"]);
});

test("equal cards in a zone are told apart, and the first keeps its identity elsewhere", () => {
  const keys = cardsOf(zone([item("Onion"), item("Onion"), item("Egg")])).map((card) => card.key);
  expect(new Set(keys).size).toBe(3);
  expect(cardsOf(zone([item("Onion", "next")]))[0].key).toBe(keys[0]);
});

test("what is new is what was not there before", () => {
  const old = [zone([item("Onion"), item("Egg")], "2 cards")];
  const [onion, second, egg] = [item("Onion"), item("Onion"), item("Egg", "counts")];
  const now = [zone([onion, second, egg], "3 cards")];
  const news = changed(now, old);
  expect([...news.items]).toEqual([second, egg]);
  expect([...news.zones]).toEqual(now);
  expect(changed(now, null).items.size).toBe(0);
});

test("a card knows the offers that are about it", () => {
  const faces = [{ name: "Onion" }, { name: "Soup, Steak, Cake" }];
  const offers = [offer(1, "discard", { card: 0 }), offer(2, "take", { kind: 0 }), offer(3, "play", { card: 1 }), offer(4, "end")];
  expect(offersOn(item("Onion"), offers, faces).map((one) => one.action)).toEqual([1, 2]);
  expect(offersOn(item("Soup", "", ["Steak", "Cake"]), offers, faces).map((one) => one.action)).toEqual([3]);
  expect(offersOn({ ...item("Onion"), kind: "face down" }, offers, faces)).toEqual([]);
});

test("offers are found by verb and arguments", () => {
  const offers = [offer(1, "roll", { pile: "chef" }), offer(2, "roll", { pile: "food" }), offer(3, "end")];
  expect(offersFor(offers, "roll", { pile: "food" }).map((one) => one.action)).toEqual([2]);
  expect(offersFor(offers, ["roll", "end"])).toHaveLength(3);
});

test("kinds without a look of their own get different ones, and keep them", () => {
  const wardrobe = new Wardrobe({ food: { kind: "food", letter: "F", hue: "tomato", shape: "round", pattern: "dots" } });
  expect(wardrobe.of("food").hue).toBe("tomato");
  const [server, chef] = [wardrobe.of("server"), wardrobe.of("chef")];
  expect([server.hue, server.shape, server.pattern]).not.toEqual([chef.hue, chef.shape, chef.pattern]);
  expect(wardrobe.of("server")).toBe(server);
});
