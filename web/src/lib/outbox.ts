// Messages on their way: each has an id, and is sent again after the connection was lost, until it is answered. The
// server counts a repeat once.
import { hexOf } from "./hex";
import type { FromSocket } from "./wire";

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Wish = WithoutId<FromSocket>;

/** Random hexadecimal digits, two for each byte. */
export function randomHex(bytes: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
}

export class Outbox {
  private waiting = new Map<string, FromSocket>();
  private name = randomHex(8);
  private count = 0;

  /** Give the wish an id and keep it until it is answered. */
  put(wish: Wish): FromSocket {
    const message = { ...wish, id: `${this.name}-${++this.count}` } as FromSocket;
    this.waiting.set(message.id, message);
    return message;
  }

  /** The message with that id has been answered: what it was, if it was still waiting. */
  answered(id: string | null): FromSocket | undefined {
    if (id === null) return undefined;
    const message = this.waiting.get(id);
    this.waiting.delete(id);
    return message;
  }

  /** Everything that has not been answered, in the order in which it was said. */
  unanswered(): FromSocket[] {
    return [...this.waiting.values()];
  }

  /** Whether a message of that kind is on its way. */
  has(kind: FromSocket["t"]): boolean {
    return this.unanswered().some((message) => message.t === kind);
  }
}
