// What the generic board works out from zones and offers.
import type { Item, Offer, Zone } from "../../lib/wire";

export interface Group {
  verb: string;
  title: string;
  offers: Offer[];
  /** Whether its offers are shown only when they are asked for. */
  folded?: boolean;
}

/** The offers by verb, in the order in which they are offered. */
export function groups(offers: readonly Offer[]): Group[] {
  const found = new Map<string, Group>();
  for (const offer of offers) {
    let group = found.get(offer.verb);
    if (!group) {
      group = { verb: offer.verb, title: offer.verb[0].toUpperCase() + offer.verb.slice(1), offers: [] };
      found.set(offer.verb, group);
    }
    group.offers.push(offer);
  }
  return [...found.values()];
}

/** Groups of more than `most` offers are folded, and then the longest until no more than `all` are shown. */
export function folded(found: readonly Group[], most: number, all: number): Group[] {
  const shown = found.filter((group) => group.offers.length <= most).sort((one, other) => one.offers.length - other.offers.length);
  let total = 0;
  const open = new Set(shown.filter((group) => group.offers.length === 1 || (total += group.offers.length) <= all));
  return found.map((group) => ({ ...group, folded: !open.has(group) }));
}

/** What tells one item from another: everything that is printed on it but the tag. */
function identity(item: Item): string {
  return `${item.kind}/${item.title}/${item.lines.join("/")}`;
}

/** The items of a zone, each with an identity that it keeps when it goes elsewhere: equal ones are numbered. */
export function cardsOf(zone: Zone): Array<{ item: Item; key: string }> {
  const seen = new Map<string, number>();
  return zone.items.map((item) => {
    const name = identity(item);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { item, key: before ? `${name}#${before}` : name };
  });
}

/** What has changed since the last position: items that were not in their zone, and zones whose note is another. */
export function changed(zones: readonly Zone[], before: readonly Zone[] | null): { items: Set<Item>; zones: Set<Zone> } {
  const news = { items: new Set<Item>(), zones: new Set<Zone>() };
  if (!before) return news;
  for (const zone of zones) {
    const old = before.find((one) => one.title === zone.title && one.seat === zone.seat);
    if (!old || old.note !== zone.note) news.zones.add(zone);
    const left = (old?.items ?? []).map((item) => `${identity(item)}/${item.tag}`);
    for (const item of zone.items) {
      const at = left.indexOf(`${identity(item)}/${item.tag}`);
      if (at >= 0) left.splice(at, 1);
      else news.items.add(item);
    }
  }
  return news;
}

/** The offers that are about this very card: those whose `card` or `kind` is a face of that name. */
export function offersOn(item: Item, offers: readonly Offer[], faces: ReadonlyArray<Record<string, unknown>>): Offer[] {
  if (item.kind === "face down") return [];
  return offers.filter((offer) => {
    const face = offer.about.card ?? offer.about.kind;
    if (typeof face !== "number") return false;
    const name = faces[face]?.name;
    return name === item.title || name === [item.title, ...item.lines].join(", ");
  });
}
