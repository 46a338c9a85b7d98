import type { Sign } from "../contract";
import hamburger from "icon:fluent-emoji-flat/hamburger";
import pancakes from "icon:fluent-emoji-flat/pancakes";
import bacon from "icon:fluent-emoji-flat/bacon";

const sign: Sign = {
  accent: { light: "#0d6170", dark: "#7ecfdc" },
  pictures: [hamburger, pancakes, bacon],
  quick: {
    options: { relief: "on" },
    says: "Relief is on at this table: whoever sits left of a player with all the tokens may take one.",
  },
};

export default sign;
