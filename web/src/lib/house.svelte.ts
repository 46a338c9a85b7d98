// What the house has: asked for once, and again whenever a newer page might be served.
import { api } from "./api";
import type { GameFacts, HouseFacts } from "./wire";

class Front {
  house = $state.raw<HouseFacts | null>(null);
  /** Whether the house has begun to serve another page than this one. */
  renewed = $state(false);
  private asked: Promise<HouseFacts> | null = null;

  load(): Promise<HouseFacts> {
    this.asked ??= api.house().then(
      (house) => (this.house = house),
      (trouble: unknown) => {
        this.asked = null;
        throw trouble;
      },
    );
    return this.asked;
  }

  /** Check whether the house still serves this page. */
  async look(): Promise<void> {
    try {
      const now = await api.house();
      if (this.house && (now.page !== this.house.page || now.version !== this.house.version)) this.renewed = true;
    } catch {
      // Whoever has asked shows by other means that the house cannot be reached.
    }
  }

  game(id: string): GameFacts | undefined {
    return this.house?.games.find((game) => game.id === id);
  }
}

export const front = new Front();
