// Writes src/lib/wire.ts, the types of everything that crosses the wire, from the server's own schema.
import { readFileSync, writeFileSync } from "node:fs";

const SCHEMA = new URL("../../docs/messages.schema.json", import.meta.url);
const TYPES = new URL("../src/lib/wire.ts", import.meta.url);

function comment(text, indent = "") {
  return text ? `${indent}/** ${text.replaceAll("\n", " ").replaceAll("*/", "")} */\n` : "";
}

/** The TypeScript type of a piece of JSON Schema, as far as the server uses it. */
function type(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(type).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(" | ");
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map(type).join(", ")}]`;
      return `Array<${schema.items ? type(schema.items) : "unknown"}>`;
    case "object":
      if (schema.properties) return `{\n${fields(schema)}}`;
      return `Record<string, ${typeof schema.additionalProperties === "object" ? type(schema.additionalProperties) : "any"}>`;
  }
  return "any";
}

function fields(schema) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties)
    .map(([name, of]) => `${comment(of.description, "  ")}  ${name}${required.has(name) ? "" : "?"}: ${type(of)};\n`)
    .join("");
}

const { $defs } = JSON.parse(readFileSync(SCHEMA, "utf8"));
let written = "// Written by tools/wire.mjs from docs/messages.schema.json.\n";
for (const [name, schema] of Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1))) {
  written += `\n${comment(schema.description)}`;
  written += schema.properties
    ? `export interface ${name} {\n${fields(schema)}}\n`
    : `export type ${name} = ${type(schema)};\n`;
}
let before = "";
try {
  before = readFileSync(TYPES, "utf8");
} catch {
  // It is written for the first time.
}
if (before !== written) writeFileSync(TYPES, written);
