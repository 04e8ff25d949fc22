import type { z } from "zod";

type Def = z.core.$ZodTypes["_zod"]["def"];

/** Zod's own wording, and what only programmers read. */
export const technicalWords =
  /expected|received|Invalid (?:input|option|string|number|key|value|element|discriminator|UUID|URL|ISO)|Too (?:small|big)|Unrecognized|NaN|undefined|null|\[object|[<>]=|\b[a-z]+[A-Z]|_/;

/** For any schema, most of these are no valid value. */
const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  Number.NaN,
  1e21,
  "",
  "a",
  "not-a-uuid",
  "x".repeat(600_000),
  [],
  {},
  Array.from({ length: 1_001 }, () => ({})),
];

/**
 * Inputs for a schema of which each is wrong at one field at least: every field of it, however deep, gets every wrong
 * value. The fields beside it are missing, except those that decide between shapes.
 */
export function wrongInputs(schema: z.core.$ZodType): unknown[] {
  return [...wrongValues, ...insideOf(schema)];
}

function insideOf(schema: z.core.$ZodType): unknown[] {
  const def = schema._zod.def as Def;
  if (def.type === "object") return insideOfObject(def.shape);
  if (def.type === "array") return wrongInputs(def.element).map((element) => [element]);
  if (def.type === "union") return def.options.flatMap(insideOf);
  if (def.type === "pipe") return [...insideOf(def.in), ...insideOf(def.out)];
  return "innerType" in def ? insideOf(def.innerType) : [];
}

function insideOfObject(shape: Record<string, z.core.$ZodType>): unknown[] {
  const fields = Object.entries(shape);
  const deciding = Object.fromEntries(fields.flatMap(([key, field]) => literalOf(field).map((value) => [key, value])));
  return fields.flatMap(([key, field]) => wrongInputs(field).map((value) => ({ ...deciding, [key]: value })));
}

function literalOf(schema: z.core.$ZodType): unknown[] {
  const def = schema._zod.def as Def;
  return def.type === "literal" ? def.values.slice(0, 1) : [];
}
