import type { Prints } from "../contract";
import looks from "./looks";

const prints: Prints = { looks };
export default prints;
