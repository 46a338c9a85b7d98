import type { KindLook } from "../../lib/look";
import potOfFood from "icon:fluent-emoji-flat/pot-of-food";
import radioactive from "icon:fluent-emoji-flat/radioactive";
import salt from "icon:fluent-emoji-flat/salt";
import tomato from "icon:fluent-emoji-flat/tomato";
import wastebasket from "icon:fluent-emoji-flat/wastebasket";

const looks: Record<string, KindLook> = {
  ingredient: { kind: "ingredient", letter: "I", hue: "leaf", shape: "round", pattern: "dots", icon: tomato },
  seasoning: { kind: "seasoning", letter: "S", hue: "plum", shape: "hex", pattern: "rays", icon: salt },
  trash: { kind: "trash", letter: "T", hue: "slate", shape: "notch", pattern: "stripes", icon: wastebasket },
  radioactive: { kind: "radioactive", letter: "R", hue: "amber", shape: "oval", pattern: "checks", icon: radioactive },
  dish: { kind: "dish", letter: "D", hue: "tomato", shape: "arch", pattern: "waves", icon: potOfFood },
};

export default looks;
