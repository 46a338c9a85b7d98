import { initialed } from "../../lib/look";
import potOfFood from "icon:fluent-emoji-flat/pot-of-food";
import radioactive from "icon:fluent-emoji-flat/radioactive";
import salt from "icon:fluent-emoji-flat/salt";
import tomato from "icon:fluent-emoji-flat/tomato";
import wastebasket from "icon:fluent-emoji-flat/wastebasket";

export default initialed({
  ingredient: { hue: "leaf", shape: "round", pattern: "dots", icon: tomato },
  seasoning: { hue: "plum", shape: "hex", pattern: "rays", icon: salt },
  trash: { hue: "slate", shape: "notch", pattern: "stripes", icon: wastebasket },
  radioactive: { hue: "amber", shape: "oval", pattern: "checks", icon: radioactive },
  dish: { hue: "tomato", shape: "arch", pattern: "waves", icon: potOfFood },
});
