// The card that is shown large, because somebody points at it or has moved the keyboard there.
import type { Snippet } from "svelte";
import type { Icon } from "./icon";
import type { KindLook } from "./look";

/** Everything that can be printed on a card. */
export interface CardPrint {
  name: string;
  look: KindLook;
  /** The picture; the kind's own if there is none. */
  icon?: Icon;
  /** What the eye looks for first: a cost, points, stars. */
  value?: string | number;
  /** Short facts below the name; not on the small size. */
  lines?: string[];
  /** What it does, in a sentence: only shown large. */
  text?: string;
  /** A word at the lower edge: a chance, a height, whose it is. */
  tag?: string;
  /** Drawn in place of the lines, on the medium and large sizes. */
  details?: Snippet;
}

interface Shown {
  print: CardPrint;
  anchor: DOMRect;
}

const POINT_MS = 220;
const PRESS_MS = 420;

class Preview {
  shown = $state.raw<Shown | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private anchor: Element | null = null;

  show(print: CardPrint, anchor: Element): void {
    clearTimeout(this.timer);
    this.anchor = anchor;
    this.shown = { print, anchor: anchor.getBoundingClientRect() };
  }

  soon(print: CardPrint, anchor: Element, pressed = false): void {
    clearTimeout(this.timer);
    this.anchor = anchor;
    this.timer = setTimeout(() => this.show(print, anchor), pressed ? PRESS_MS : POINT_MS);
  }

  /** Hide it: always, or only if it belongs to this element. */
  hide(anchor?: Element | null): void {
    if (anchor && anchor !== this.anchor) return;
    clearTimeout(this.timer);
    this.anchor = null;
    this.shown = null;
  }
}

export const preview = new Preview();
