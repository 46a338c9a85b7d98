import type { KindLook } from "../../lib/look";
import bacon from "icon:fluent-emoji-flat/bacon";
import busts from "icon:fluent-emoji-flat/busts-in-silhouette";
import cutOfMeat from "icon:fluent-emoji-flat/cut-of-meat";
import hamburger from "icon:fluent-emoji-flat/hamburger";
import pancakes from "icon:fluent-emoji-flat/pancakes";
import salad from "icon:fluent-emoji-flat/green-salad";
import star from "icon:fluent-emoji-flat/glowing-star";

const looks: Record<string, KindLook> = {
  bacon: { kind: "plate", letter: "B", hue: "amber", shape: "oval", pattern: "stripes", icon: bacon },
  pancakes: { kind: "plate", letter: "P", hue: "cocoa", shape: "oval", pattern: "waves", icon: pancakes },
  burger: { kind: "plate", letter: "H", hue: "olive", shape: "oval", pattern: "grid", icon: hamburger },
  salad: { kind: "plate", letter: "S", hue: "leaf", shape: "oval", pattern: "dots", icon: salad },
  steak: { kind: "plate", letter: "T", hue: "tomato", shape: "oval", pattern: "checks", icon: cutOfMeat },
  blue: { kind: "wild plate", letter: "★", hue: "sky", shape: "hex", pattern: "rays", icon: star },
  table: { kind: "party", letter: "$", hue: "teal", shape: "ticket", pattern: "plain", icon: busts },
};

export default looks;
