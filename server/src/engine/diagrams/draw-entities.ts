import type { SchemaFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { entityKeys } from "#server/engine/facts/code/entity-key.ts";
import type { LocatedSchema } from "#server/engine/facts/code/find-schemas.ts";
import type { Diagram, DiagramLine } from "#server/engine/sections/section-template.ts";
import { count } from "#server/engine/text/wording.ts";

import { accessibleHead, attributeWord, label } from "./mermaid-text.ts";

const maxEntities = 18;
const maxAttributes = 12;
/** Entities whose declaration could not be read are drawn when so many others refer to them. */
const minMentions = 2;
const maxUnread = 5;

type KeyOf = (name: string) => string;

/** An entity diagram of tables or models; those that refer to one another come first. Null for fewer than two. */
export function drawEntities(schemas: readonly LocatedSchema[], subject: string): Diagram | null {
  const keyOf = entityKeys(schemas.map(({ schema }) => schema.name));
  const shown = chooseConnected(schemas, keyOf);
  if (shown.length < 2) return null;
  const unread = namedElsewhere(schemas, shown, keyOf);
  const ids = new Map(
    [...shown.map(({ schema }) => schema.name), ...unread.map(({ name }) => name)].map((name, at) => [
      keyOf(name),
      `t${at}`,
    ]),
  );
  const lines = [
    ...shown.map((found, at) => entityLines(found, `t${at}`)),
    ...unread.map(({ name, evidence }, at) => ({
      text: `  t${shown.length + at}[${label(name, 40)}]`,
      evidence: [evidence],
    })),
  ];
  const relations = findRelations(shown, ids, keyOf);
  if (relations.size === 0 && !shown.some(({ schema }) => schema.kind === "table")) return null;
  const all = new Set(schemas.map(({ schema }) => keyOf(schema.name))).size;
  const cut = all > shown.length ? `${lines.length} of ${all + unread.length} entities` : "";
  const description = `${cut || count(lines.length, "entity", "entities")} and how they refer to one another`;
  return {
    head: ["erDiagram", ...accessibleHead(`Data model of ${subject}`, description)],
    lines: [...lines, ...[...relations.values()].map(relationLine)],
    minimum: 2,
  };
}

/** Entities that several others refer to, but whose own declaration could not be read: they are drawn without fields. */
function namedElsewhere(schemas: readonly LocatedSchema[], shown: readonly LocatedSchema[], keyOf: KeyOf) {
  const declared = new Set(schemas.map(({ schema }) => keyOf(schema.name)));
  const named = shown.flatMap((found) =>
    found.schema.references
      .filter((name) => !declared.has(keyOf(name)))
      .map((name) => {
        const line = referringField(found, name)?.line ?? found.schema.startLine;
        return { name, evidence: { ...found.evidence, startLine: line, endLine: line } };
      }),
  );
  return [...Map.groupBy(named, ({ name }) => keyOf(name)).values()]
    .filter((own) => own.length >= minMentions)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((own) => own.slice(0, 1))
    .slice(0, maxUnread);
}

/** The line of a field, which may stand in another file than its table. */
function evidenceOf({ evidence, schema }: LocatedSchema, field: SchemaFact["fields"][number] | null): Evidence {
  const { line, path = evidence.path } = field ?? { line: schema.startLine };
  return { ...evidence, path, startLine: line, endLine: line };
}

interface Relation {
  from: string;
  to: string;
  /** The field that carries it; null where none is named after the other side. */
  field: string | null;
  /** Whether one of `from` has many of `to`, and the other way round; null where nothing says so. */
  hasMany: boolean;
  isOneOfMany: boolean | null;
  evidence: Evidence[];
}

/** One relation for each pair, also where both sides name the other. */
function findRelations(
  shown: readonly LocatedSchema[],
  ids: ReadonlyMap<string, string>,
  keyOf: KeyOf,
): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  for (const found of shown) {
    const from = ids.get(keyOf(found.schema.name));
    for (const reference of found.schema.references) {
      const to = ids.get(keyOf(reference));
      if (from === undefined || to === undefined) continue;
      const field = referringField(found, reference);
      const type = found.schema.fields.find(({ line }) => line === field?.line)?.type ?? "";
      const hasMany = isCollection(type) && type.toLowerCase().includes(reference.toLowerCase());
      const evidence = field === null ? found.evidence : evidenceOf(found, field);
      const opposite = relations.get(`${to} ${from}`);
      if (opposite && from !== to)
        Object.assign(opposite, { isOneOfMany: hasMany, evidence: [...opposite.evidence, evidence] });
      else if (!relations.has(`${from} ${to}`))
        relations.set(`${from} ${to}`, {
          from,
          to,
          field: field?.name ?? null,
          hasMany,
          isOneOfMany: null,
          evidence: [evidence],
        });
    }
  }
  return relations;
}

/** Types that hold several of another: `Tag[]`, `list[Item]`, `Set<Pet>`, `[]Comment`. */
function isCollection(type: string): boolean {
  return /\[\]|\b(?:list|set|array|collection|iterable|sequence)\s*[[<(]/i.test(type);
}

/** A field that holds one other belongs to many by custom; one that holds several belongs to one, if nobody says else. */
function relationLine({ from, to, field, hasMany, isOneOfMany, evidence }: Relation): DiagramLine {
  const left = (isOneOfMany ?? !hasMany) ? "}o" : "||";
  const right = hasMany ? "o{" : "||";
  return { text: `  ${from} ${left}--${right} ${to} : ${label(field ?? "refers to", 32)}`, evidence };
}

function entityLines({ schema, evidence }: LocatedSchema, id: string): DiagramLine {
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

/** The field that carries a reference: the one that is known to, or that is named after the other side. */
export function referringField({ schema }: LocatedSchema, reference: string): SchemaFact["fields"][number] | null {
  const carrying = schema.fields.find(({ refersTo }) => refersTo === reference);
  if (carrying !== undefined) return carrying;
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

function chooseConnected(schemas: readonly LocatedSchema[], keyOf: KeyOf): LocatedSchema[] {
  const degree = new Map<string, number>();
  for (const { schema } of schemas) {
    for (const reference of schema.references) {
      for (const name of [schema.name, reference]) degree.set(keyOf(name), (degree.get(keyOf(name)) ?? 0) + 1);
    }
  }
  const weight = ({ schema }: LocatedSchema) =>
    (degree.get(keyOf(schema.name)) ?? 0) * 10 + Math.min(9, schema.fields.length);
  const unique = [...new Map(schemas.map((found) => [keyOf(found.schema.name), found])).values()];
  // Rows that only join two others are told by what they join.
  const isJoin = ({ schema }: LocatedSchema) =>
    schema.references.length >= 2 && schema.fields.length <= schema.references.length + 1;
  return unique
    .toSorted((a, b) => Number(isJoin(a)) - Number(isJoin(b)) || weight(b) - weight(a))
    .slice(0, maxEntities);
}
