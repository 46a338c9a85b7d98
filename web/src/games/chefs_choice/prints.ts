import type { Prints } from "../contract";
import looks from "./looks";
import { DISHES, STOP_PICTURES } from "./pictures";

const prints: Prints = { looks, names: DISHES, parts: STOP_PICTURES };
export default prints;
