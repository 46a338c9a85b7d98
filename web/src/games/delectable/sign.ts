import type { Sign } from "../contract";
import spaghetti from "icon:fluent-emoji-flat/spaghetti";
import star from "icon:fluent-emoji-flat/star";
import gameDie from "icon:fluent-emoji-flat/game-die";

const sign: Sign = { accent: { light: "#9e2f1c", dark: "#ff9f85" }, pictures: [spaghetti, star, gameDie] };

export default sign;
