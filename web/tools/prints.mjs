// Writes the drawings of the boards for `maitred print`: which picture, colours and patterns cards have, and the pictures.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "vite";

const out = process.argv[2];
const icons = new Map();

function keyOf(icon) {
  const { body, width, height } = icon;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  if (!icons.has(svg)) icons.set(svg, `i${icons.size}`);
  return icons.get(svg);
}

const keysOf = (some) => Object.fromEntries(Object.entries(some ?? {}).map(([name, icon]) => [name, keyOf(icon)]));

const face = readFileSync(new URL("../src/ui/CardFace.svelte", import.meta.url), "utf8");
const hues = Object.fromEntries(
  [...face.matchAll(/\.hue-(\w+) \{ --strong: (#\w{6}); --tint: (#\w{6}); \}/g)].map(([, hue, strong, tint]) => [hue, { strong, tint }]),
);

const server = await createServer({ server: { middlewareMode: true, ws: false, watch: null }, appType: "custom", logLevel: "error" });
try {
  const { prints, signs } = await server.ssrLoadModule("/src/games/prints.ts");
  const games = {};
  for (const [path, print] of Object.entries(prints)) {
    const game = path.split("/")[1];
    const sign = signs[`./${game}/sign.ts`];
    const looks = Object.entries(print.looks).map(([kind, { icon, ...look }]) => [kind, { ...look, icon: icon ? keyOf(icon) : null }]);
    games[game] = {
      accent: sign.accent.light,
      sign: sign.pictures.map(keyOf),
      looks: Object.fromEntries(looks),
      names: keysOf(print.names),
      like: (print.likeNames ?? []).map(([words, icon]) => [words.source, keyOf(icon)]),
      decks: print.decks ?? {},
      parts: keysOf(print.parts),
    };
  }
  if (!Object.keys(hues).length || !Object.keys(games).length) throw new Error("There are no drawings.");
  const pictures = Object.fromEntries([...icons].map(([svg, key]) => [key, svg]));
  writeFileSync(out, JSON.stringify({ hues, games, pictures }));
} finally {
  await server.close();
}
