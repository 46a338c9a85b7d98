// Dragging a card with the mouse to where it is to go: another way to take an offer, never the only one.
const FAR_ENOUGH = 6;

class Drag {
  /** Where the dragged card may be dropped, and what that does; null when none is dragged. */
  drops = $state.raw<ReadonlyMap<string, () => void> | null>(null);
  /** The place it is above. */
  over = $state<string | null>(null);

  /** The classes of a place: whether the card may be dropped there, and whether it is above it. */
  classes(place: string): { droppable: boolean; over: boolean } {
    return { droppable: this.drops?.has(place) ?? false, over: this.over === place };
  }

  /** Follow a card from the moment it is pressed. */
  press(event: PointerEvent, card: HTMLElement, drops: ReadonlyMap<string, () => void>): void {
    if (event.pointerType !== "mouse" || event.button !== 0 || drops.size === 0) return;
    const { clientX, clientY, pointerId } = event;

    const move = (to: PointerEvent) => {
      const x = to.clientX - clientX;
      const y = to.clientY - clientY;
      if (!this.drops) {
        if (Math.hypot(x, y) < FAR_ENOUGH) return;
        card.setPointerCapture(pointerId);
        card.classList.add("dragged");
        this.drops = drops;
      }
      card.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-6, Math.min(6, x / 40))}deg)`;
      const below = document.elementsFromPoint(to.clientX, to.clientY);
      const zone = below.map((one) => one.closest<HTMLElement>("[data-drop]")).find((one) => drops.has(one?.dataset.drop ?? ""));
      this.over = zone?.dataset.drop ?? null;
    };
    const end = (up: PointerEvent | null) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", letGo);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", escape, true);
      if (!this.drops) return;
      const drop = up && this.over ? drops.get(this.over) : undefined;
      this.drops = null;
      this.over = null;
      card.classList.remove("dragged");
      card.style.transform = "";
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      drop?.();
    };
    const letGo = (up: PointerEvent) => end(up);
    const cancel = () => end(null);
    const escape = (key: KeyboardEvent) => key.key === "Escape" && end(null);
    addEventListener("pointermove", move);
    addEventListener("pointerup", letGo);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", escape, true);
  }
}

/** The click that ends a drag picks nothing. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

export const drag = new Drag();
