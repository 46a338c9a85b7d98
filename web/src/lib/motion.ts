// Cards travel from where they were to where they go.
//
// Whatever carries `data-card` is followed by that identity, wherever on the board it is drawn. A card that was nowhere
// before comes from the spot (`data-spot`) that its `data-from` names. An identity may occur several times (cards of
// one kind): then they are matched in order. Nothing waits for a motion, and a new one starts from wherever the last is.

export const TRAVEL_MS = 280;

interface Place {
  rect: DOMRect;
  element: Element;
}

export class Travel {
  private cards = new Map<string, Place[]>();
  private spots = new Map<string, DOMRect>();
  private running = new Map<Element, Animation>();

  /** Remember where everything is: before the board changes. */
  measure(board: Element): void {
    this.cards.clear();
    this.spots.clear();
    for (const element of board.querySelectorAll<HTMLElement>("[data-card]")) {
      const rect = element.getBoundingClientRect();
      const key = element.dataset.card!;
      if (rect.width > 0) this.cards.set(key, [...(this.cards.get(key) ?? []), { rect, element }]);
    }
    for (const element of board.querySelectorAll<HTMLElement>("[data-spot]")) {
      this.spots.set(element.dataset.spot!, element.getBoundingClientRect());
    }
  }

  /** Let everything that is elsewhere now travel there: after the board has changed. */
  go(board: Element): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const elements = [...board.querySelectorAll<HTMLElement>("[data-card]")];
    const newcomers: HTMLElement[] = [];
    for (const element of elements) {
      const places = this.cards.get(element.dataset.card!);
      const at = places?.findIndex((place) => place.element === element) ?? -1;
      if (places && at >= 0) {
        this.move(element, places[at].rect);
        places.splice(at, 1);
      } else {
        newcomers.push(element);
      }
    }
    for (const element of newcomers) {
      const place = this.cards.get(element.dataset.card!)?.shift();
      const from = place?.rect ?? this.spots.get(element.dataset.from ?? "");
      if (from) this.move(element, from);
      else this.run(element, [{ opacity: 0, transform: "scale(0.92)" }, { opacity: 1, transform: "none" }], 160);
    }
  }

  private move(element: HTMLElement, from: DOMRect): void {
    this.running.get(element)?.cancel();
    const to = element.getBoundingClientRect();
    const x = from.left - to.left;
    const y = from.top - to.top;
    if (to.width === 0 || (Math.abs(x) < 1 && Math.abs(y) < 1)) return;
    const scale = from.width > 0 ? from.width / to.width : 1;
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ];
    this.run(element, frames, Math.min(350, TRAVEL_MS + Math.hypot(x, y) / 20));
  }

  private run(element: HTMLElement, frames: Keyframe[], duration: number): void {
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
    this.running.set(element, animation);
    animation.onfinish = animation.oncancel = () => {
      if (this.running.get(element) === animation) this.running.delete(element);
    };
  }
}
