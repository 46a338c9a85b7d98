// The drawings of all games, for tools/prints.mjs.
import type { Prints, Sign } from "./contract";

export const prints = import.meta.glob<Prints>("./*/prints.ts", { eager: true, import: "default" });
export const signs = import.meta.glob<Sign>("./*/sign.ts", { eager: true, import: "default" });
