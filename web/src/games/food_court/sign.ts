import type { Sign } from "../contract";
import taco from "icon:fluent-emoji-flat/taco";
import sushi from "icon:fluent-emoji-flat/sushi";
import pizza from "icon:fluent-emoji-flat/pizza";

const sign: Sign = { accent: { light: "#3d651d", dark: "#abd481" }, pictures: [taco, sushi, pizza] };

export default sign;
