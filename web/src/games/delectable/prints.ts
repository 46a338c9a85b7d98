import type { Prints } from "../contract";
import looks from "./looks";
import { PICTURES } from "./pictures";

const prints: Prints = { looks, names: PICTURES };
export default prints;
