import type { KindLook } from "../../lib/look";
import bellhopBell from "icon:fluent-emoji-flat/bellhop-bell";
import cook from "icon:fluent-emoji-flat/cook";
import cooking from "icon:fluent-emoji-flat/cooking";
import newspaper from "icon:fluent-emoji-flat/newspaper";
import spaghetti from "icon:fluent-emoji-flat/spaghetti";

const looks: Record<string, KindLook> = {
  server: { kind: "server", letter: "S", hue: "sky", shape: "arch", pattern: "stripes", icon: bellhopBell },
  chef: { kind: "chef", letter: "C", hue: "tomato", shape: "scoop", pattern: "dots", icon: cook },
  food: { kind: "food", letter: "F", hue: "leaf", shape: "oval", pattern: "waves", icon: spaghetti },
  equipment: { kind: "equipment", letter: "E", hue: "plum", shape: "hex", pattern: "grid", icon: cooking },
  review: { kind: "review", letter: "R", hue: "amber", shape: "ticket", pattern: "rays", icon: newspaper },
};

export default looks;
