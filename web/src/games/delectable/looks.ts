import { initialed } from "../../lib/look";
import bellhopBell from "icon:fluent-emoji-flat/bellhop-bell";
import cook from "icon:fluent-emoji-flat/cook";
import cooking from "icon:fluent-emoji-flat/cooking";
import newspaper from "icon:fluent-emoji-flat/newspaper";
import spaghetti from "icon:fluent-emoji-flat/spaghetti";

export default initialed({
  server: { hue: "sky", shape: "arch", pattern: "stripes", icon: bellhopBell },
  chef: { hue: "tomato", shape: "scoop", pattern: "dots", icon: cook },
  food: { hue: "leaf", shape: "oval", pattern: "waves", icon: spaghetti },
  equipment: { hue: "plum", shape: "hex", pattern: "grid", icon: cooking },
  review: { hue: "amber", shape: "ticket", pattern: "rays", icon: newspaper },
});
