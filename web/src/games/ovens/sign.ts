import type { Sign } from "../contract";
import potOfFood from "icon:fluent-emoji-flat/pot-of-food";
import fire from "icon:fluent-emoji-flat/fire";
import rat from "icon:fluent-emoji-flat/rat";

const sign: Sign = { accent: { light: "#934400", dark: "#ffb562" }, pictures: [potOfFood, fire, rat] };

export default sign;
