import type { Prints } from "../contract";
import looks from "./looks";
import { CARDS, TYPES } from "./pictures";

const prints: Prints = { looks, names: CARDS, parts: TYPES };
export default prints;
