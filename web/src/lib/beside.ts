// Where something large is shown beside what it belongs to, without covering what has to stay in sight.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 12;
const EDGE = 8;

function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Right of the anchor, or left of it, or above or below; the first place that covers nothing of `clear`, or else the least. */
export function beside(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  clear: readonly Box[] = [],
): { left: number; top: number } {
  const { width, height } = size;
  const lowest = Math.max(EDGE, view.height - height - EDGE);
  const within = (top: number) => Math.max(EDGE, Math.min(top, lowest));
  const middle = Math.max(EDGE, Math.min((anchor.left + anchor.right - width) / 2, view.width - width - EDGE));
  const right = anchor.right + GAP;
  const left = anchor.left - GAP - width;
  const tops = [within(anchor.top - 32), lowest, EDGE];
  const places = [
    ...[right, left].filter((at) => at >= EDGE && at + width + EDGE <= view.width).flatMap((at) => tops.map((top) => ({ left: at, top }))),
    { left: middle, top: anchor.top - GAP - height },
    { left: middle, top: anchor.bottom + GAP },
  ].filter(({ top }) => top >= EDGE && top + height + EDGE <= view.height);
  if (!places.length) return { left: middle, top: within(anchor.top - GAP - height) };
  const covered = places.map((at) => {
    const box = { ...at, right: at.left + width, bottom: at.top + height };
    return [...clear, anchor].reduce((sum, one) => sum + overlap(box, one), 0);
  });
  return places[covered.indexOf(Math.min(...covered))];
}
