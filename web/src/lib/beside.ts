// Where a box of words goes so that it does not lie on what it is about.

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 12;

/** How much of two rectangles lies on each other. */
export function overlap(one: Rect, other: Rect): number {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * A place within `room` for a box of that size: beside `target` and, if it can be, clear of what is to be picked.
 * Where the target leaves no room, as little of it as possible is covered.
 */
export function beside(target: Rect | null, size: { width: number; height: number }, room: Rect, picks: readonly Rect[]): Rect {
  const width = Math.min(size.width, room.width);
  const height = Math.min(size.height, room.height);
  const within = (left: number, top: number): Rect => ({
    left: Math.max(room.left, Math.min(left, room.left + room.width - width)),
    top: Math.max(room.top, Math.min(top, room.top + room.height - height)),
    width,
    height,
  });
  const bottom = room.top + room.height;
  const middle = room.left + (room.width - width) / 2;
  const places = [within(middle, bottom - height), within(middle, room.top), within(room.left, bottom - height), within(room.left + room.width, bottom - height)];
  if (target) {
    const across = target.left + (target.width - width) / 2;
    places.unshift(
      within(target.left + target.width + GAP, target.top),
      within(target.left - width - GAP, target.top),
      within(across, target.top + target.height + GAP),
      within(across, target.top - height - GAP),
    );
  }
  const cost = (place: Rect): number =>
    (target ? overlap(place, target) * 1000 : 0) + picks.reduce((sum, pick) => sum + overlap(place, pick), 0);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
