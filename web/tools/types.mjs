// Writes the types of everything that crosses the wire, from the schemas that the server makes of its own types:
// src/lib/wire.ts (the messages) and src/games/<game>/shapes.ts (what a game shows, offers and tells).
import { compile } from "json-schema-to-typescript";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const DOCS = new URL("../../docs/", import.meta.url);
const SOURCES = new URL("../src/", import.meta.url);

/** The schema in the older draft that the compiler knows, which writes tuples differently; an object without fields may have any. */
function older(schema) {
  if (Array.isArray(schema)) return schema.map(older);
  if (schema === null || typeof schema !== "object") return schema;
  const { prefixItems, ...rest } = schema;
  const told = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, older(value)]));
  if (told.type === "object" && !told.properties) told.additionalProperties ??= true;
  return prefixItems ? { ...told, items: older(prefixItems) } : told;
}

async function write(from, to) {
  const schema = older(JSON.parse(readFileSync(new URL(from, DOCS), "utf8")));
  const types = await compile(schema, "Everything", {
    additionalProperties: false,
    bannerComment: `// Written by tools/types.mjs from docs/${from}.`,
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  });
  const file = new URL(to, SOURCES);
  let before = "";
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // It is written for the first time.
  }
  if (before !== types) writeFileSync(file, types);
}

await write("messages.schema.json", "lib/wire.ts");
for (const name of readdirSync(new URL("views/", DOCS))) {
  const game = name.replace(".schema.json", "");
  await write(`views/${name}`, `games/${game}/shapes.ts`);
}
