import type { Sign } from "../contract";
import greenSalad from "icon:fluent-emoji-flat/green-salad";
import cutOfMeat from "icon:fluent-emoji-flat/cut-of-meat";
import shortcake from "icon:fluent-emoji-flat/shortcake";

const sign: Sign = { accent: { light: "#74306a", dark: "#e3a8d9" }, pictures: [greenSalad, cutOfMeat, shortcake] };

export default sign;
