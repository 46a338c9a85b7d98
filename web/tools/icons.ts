// Pictures from npm icon sets: `import tomato from "icon:fluent-emoji-flat/tomato"`. Only those that are imported become part of the page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const PREFIX = "icon:";

interface Picture {
  body: string;
  width?: number;
  height?: number;
}

interface IconSet {
  width?: number;
  height?: number;
  icons: Record<string, Picture>;
  aliases?: Record<string, { parent: string }>;
}

const require = createRequire(import.meta.url);
const sets = new Map<string, IconSet>();

function setOf(name: string): IconSet {
  let found = sets.get(name);
  if (!found) {
    found = JSON.parse(readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf8")) as IconSet;
    sets.set(name, found);
  }
  return found;
}

export function icons(): Plugin {
  return {
    name: "icons",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [set, name] = id.slice(PREFIX.length + 1).split("/");
      const all = setOf(set);
      const picture = all.icons[name] ?? all.icons[all.aliases?.[name]?.parent ?? ""];
      if (!picture) throw new Error(`There is no icon ${name} in ${set}.`);
      const icon = {
        body: picture.body.replaceAll(/(id="|url\(#|href="#)/g, `$1${set}-${name}-`),
        width: picture.width ?? all.width ?? 16,
        height: picture.height ?? all.height ?? 16,
      };
      return `export default ${JSON.stringify(icon)};`;
    },
  };
}
