import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** A graph of nodes that only remembers what was connected to what. */
class FakeNode {
  gain = { value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  frequency = { value: 0 };
  to: FakeNode | null = null;
  connect(next: FakeNode): FakeNode {
    return (this.to = next);
  }
  start(): void {}
  stop(): void {}
}

class FakeAudio {
  static last: FakeAudio;
  state = "running";
  currentTime = 0;
  destination = new FakeNode();
  gains: FakeNode[] = [];
  constructor() {
    FakeAudio.last = this;
  }
  createGain(): FakeNode {
    this.gains.push(new FakeNode());
    return this.gains.at(-1)!;
  }
  createOscillator(): FakeNode {
    return new FakeNode();
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeAudio);
});
afterEach(() => vi.unstubAllGlobals());

async function loudness(volume: number): Promise<number> {
  const { settings } = await import("./settings.svelte");
  const { bell } = await import("./sound");
  settings.volume = volume;
  bell();
  const [master, ...tones] = FakeAudio.last.gains;
  expect(master.to).toBe(FakeAudio.last.destination);
  expect(tones.length).toBeGreaterThan(0);
  expect(tones.every((tone) => tone.to === master)).toBe(true);
  return master.gain.value;
}

it("is as loud as the volume says", async () => {
  const [low, usual, full] = [await loudness(25), await loudness(70), await loudness(100)];
  expect(low).toBeLessThan(usual);
  expect(usual).toBeCloseTo(1, 1);
  expect(full).toBeGreaterThan(usual);
});
