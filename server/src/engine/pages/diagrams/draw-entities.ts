import type { FoundSchema } from "../facts/find-schemas.ts";
import type { Diagram, DiagramLine } from "../recipe.ts";
import { count } from "../text/wording.ts";
import { accessibleHead, attributeWord, label } from "./mermaid-text.ts";

const maxEntities = 18;
const maxAttributes = 12;

/** An entity diagram of tables or models; those that refer to one another come first. Null for fewer than two. */
export function drawEntities(schemas: readonly FoundSchema[], subject: string): Diagram | null {
  const shown = chooseConnected(schemas);
  if (shown.length < 2) return null;
  const ids = new Map(shown.map((found, at) => [found.schema.name.toLowerCase(), `t${at}`]));
  const lines = shown.map((found, at) => entityLines(found, `t${at}`));
  const relations = new Map<string, DiagramLine>();
  for (const found of shown) {
    const from = ids.get(found.schema.name.toLowerCase());
    for (const reference of found.schema.references) {
      const to = ids.get(reference.toLowerCase());
      if (from === undefined || to === undefined) continue;
      const field = referringField(found, reference);
      const evidence = [{ ...found.evidence, ...(field ? { startLine: field.line, endLine: field.line } : {}) }];
      const text = `  ${from} }o--|| ${to} : ${label(field?.name ?? "refers to", 32)}`;
      relations.set(`${from} ${to}`, relations.get(`${from} ${to}`) ?? { text, evidence });
    }
  }
  if (relations.size === 0 && !shown.some(({ schema }) => schema.kind === "table")) return null;
  const description = `${count(shown.length, "entity", "entities")} and how they refer to one another`;
  return {
    head: ["erDiagram", ...accessibleHead(`Data model of ${subject}`, description)],
    lines: [...lines, ...relations.values()],
    minimum: 2,
  };
}

function entityLines({ schema, evidence }: FoundSchema, id: string): DiagramLine {
  const used = new Set<string>();
  const fields = schema.fields.slice(0, maxAttributes).flatMap((field) => {
    const name = attributeWord(field.name, "field");
    if (used.has(name)) return [];
    used.add(name);
    return [`    ${attributeWord(field.type, "value")} ${name}`];
  });
  const body = fields.length > 0 ? ` {\n${fields.join("\n")}\n  }` : "";
  return { text: `  ${id}[${label(schema.name, 40)}]${body}`, evidence: [evidence] };
}

/** The field that carries a reference: the one named after the other side, if there is one. */
export function referringField({ schema }: FoundSchema, reference: string): { name: string; line: number } | null {
  const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = flat(reference);
  const singular = wanted.replace(/ies$/, "y").replace(/s$/, "");
  const isAbout = (text: string) => flat(text).includes(singular);
  const named = schema.fields.filter((field) => isAbout(field.name));
  return (
    named.find((field) => /id$/i.test(field.name)) ??
    named[0] ??
    schema.fields.find((field) => isAbout(field.type)) ??
    null
  );
}

function chooseConnected(schemas: readonly FoundSchema[]): FoundSchema[] {
  const names = new Set(schemas.map(({ schema }) => schema.name.toLowerCase()));
  const degree = new Map<string, number>();
  for (const { schema } of schemas) {
    for (const reference of schema.references) {
      if (!names.has(reference.toLowerCase())) continue;
      for (const name of [schema.name, reference])
        degree.set(name.toLowerCase(), (degree.get(name.toLowerCase()) ?? 0) + 1);
    }
  }
  const weight = ({ schema }: FoundSchema) =>
    (degree.get(schema.name.toLowerCase()) ?? 0) * 10 + Math.min(9, schema.fields.length);
  const unique = [...new Map(schemas.map((found) => [found.schema.name.toLowerCase(), found])).values()];
  return unique.toSorted((a, b) => weight(b) - weight(a)).slice(0, maxEntities);
}
