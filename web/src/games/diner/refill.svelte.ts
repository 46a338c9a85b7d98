// Which stack refills the Lounge, or whether the player wants to be asked each time: kept in this browser.
import type { Refill } from "./seen";

const KEY = "maitred.diner.refill";

function load(): Refill {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept === "ask" || typeof kept === "number" ? kept : "tallest";
  } catch {
    return "tallest";
  }
}

class RefillWish {
  stack = $state<Refill>(load());

  set(stack: Refill): void {
    this.stack = stack;
    try {
      localStorage.setItem(KEY, JSON.stringify(stack));
    } catch {
      // A browser that keeps nothing goes back to the tallest next time.
    }
  }
}

export const refill = new RefillWish();
