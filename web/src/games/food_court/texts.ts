// What is said of cards in a word or two.
import { signed } from "./table";
import type { Face } from "./shapes";

/** What an ability sees in an ingredient: its taste, its heat, and whether it is marked. */
export function traitsOf(face: Face): string[] {
  return [...(face.vp ? [signed(face.vp)] : []), ...(face.tag && !face.needs ? [face.tag] : [])];
}
