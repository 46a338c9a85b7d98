// What this browser remembers about its user: a name, the theme, whether there is sound, what they have seen.
import type { TableFacts } from "./wire";

const KEY = "maitred.settings";

export type Theme = "system" | "light" | "dark";

interface Settings {
  name: string;
  theme: Theme;
  sound: boolean;
  /** How loud sounds are, from 0 to 100. */
  volume: number;
  /** The games whose guided first turn was seen or skipped. */
  guided: string[];
  /** Whether to show the generic board even where a game has its own. */
  plain: boolean;
  /** Whether to be asked even where there is only one answer. */
  ask: boolean;
  /** How fast bots move and scenes are played. */
  pace: TableFacts["pace"];
}

const FRESH: Settings = { name: "", theme: "system", sound: true, volume: 70, guided: [], plain: false, ask: false, pace: "usual" };

function load(): Settings {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...FRESH };
  }
}

export const settings = $state<Settings>(load());

/** Keep the settings as they are now, and apply the theme: called whenever a setting has changed. */
export function keepSettings(): void {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
