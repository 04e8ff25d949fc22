import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** `() => harbours.id`, with a type or without: the table's variable. */
function referredTable(link: CallLink, reader: EntityReader): string | null {
  const { view } = reader;
  const made = view.functionOf(reader.argument(link.call, 0) ?? -1);
  const member = made === null ? null : view.memberOf(view.unwrap(made.body));
  return member === null ? null : reader.lastName(view.unwrap(member.object));
}

/** `integer("harbour_id").notNull().references(() => harbours.id)`. */
function readColumn(name: string, value: SyntaxNode, reader: EntityReader): EntityFieldFact[] {
  const { links } = reader.chain(reader.view.unwrap(value));
  const [first, ...rest] = links.filter(({ call }, at) => call !== null || at > 0);
  if (first === undefined || first.call === null) return [];
  const has = (called: string) => rest.some((one) => one.name === called);
  const key = rest.find((one) => one.name === "references");
  const target = key === undefined ? null : referredTable(key, reader);
  const isPrimary = has("primaryKey") || reader.flag(first.call, "primaryKey") === true;
  return [reader.field(name, value, {
    column: reader.textAt(first.call, 0) ?? name, type: first.name, isPrimary,
    isNullable: !has("notNull") && !isPrimary, relation: target === null ? null : reader.toOne(target),
  })]; // prettier-ignore
}

/** The object of columns, which a function may hand back. */
function columnsOf(node: SyntaxNode | null, reader: EntityReader): SyntaxNode | null {
  if (node === null) return null;
  const made = reader.view.functionOf(node);
  return made === null ? node : reader.view.unwrap(made.body);
}

const variables = new WeakMap<EntityReader, Map<string, SyntaxNode>>();

function variablesOf(reader: EntityReader): ReadonlyMap<string, SyntaxNode> {
  const known = variables.get(reader);
  if (known !== undefined) return known;
  const { s } = reader.view;
  const found = new Map<string, SyntaxNode>();
  for (let node = 0; node < s.size; node += 1)
    if (s.type(node) === "variable_declarator") found.set(s.textOf(s.child(node, "name")), s.child(node, "value"));
  variables.set(reader, found);
  return found;
}

/** Objects that are put in with `...timestamps`, where the same file declares them. */
function spreadFields(object: SyntaxNode, reader: EntityReader): EntityFieldFact[] {
  const { view } = reader;
  const { s } = view;
  return s.children(object).flatMap((child): EntityFieldFact[] => {
    const name = s.type(child) === "spread_element" ? view.nameOf(s.firstChild(child)) : null;
    if (name === null) return [];
    const value = variablesOf(reader).get(name);
    return value === undefined ? [] : readColumns(view.unwrap(value), reader);
  });
}

function readColumns(object: SyntaxNode, reader: EntityReader): EntityFieldFact[] {
  const entries = reader.view.entriesOf(object) ?? new Map<string, SyntaxNode>();
  return [...entries].flatMap(([name, value]) => readColumn(name, value, reader));
}

/** `foreignKey({ columns: [t.harbourId], foreignColumns: [harbours.id] })`, `primaryKey({ columns: [t.a, t.b] })`. */
function readConstraints(call: SyntaxNode | null, fields: readonly EntityFieldFact[], reader: EntityReader): void {
  if (call === null) return;
  const { view } = reader;
  const end = view.s.end(call);
  for (let node = call; node < view.s.size && view.s.start(node) < end; node += 1) {
    const own = view.callOf(node);
    const name = own === null ? null : reader.lastName(node);
    if (own === null || (name !== "foreignKey" && name !== "primaryKey")) continue;
    const listed = view.itemsOf(reader.argument(own, "columns") ?? -1) ?? [];
    const columns = listed.map((one) => view.memberOf(view.unwrap(one))?.name);
    const foreign = (view.itemsOf(reader.argument(own, "foreignColumns") ?? -1) ?? [])[0];
    const member = foreign === undefined ? null : view.memberOf(view.unwrap(foreign));
    const target = member === null ? null : reader.lastName(view.unwrap(member.object));
    for (const field of fields) {
      if (!columns.includes(field.name)) continue;
      if (name === "primaryKey") field.isPrimary = true;
      else if (target !== null && columns.length === 1) field.relation ??= reader.toOne(target);
    }
  }
}

function readTable(node: SyntaxNode, reader: EntityReader): void {
  const { view } = reader;
  const call = view.callOf(node);
  const table = reader.textAt(call, 0);
  const object = columnsOf(reader.argument(call, 1), reader);
  const holder = view.assignmentsOf(view.s.parent(node))?.[0];
  const name = holder === undefined ? null : view.nameOf(holder.target);
  if (table === null || object === null || name === null || view.entriesOf(object) === null) return;
  const fields = [...readColumns(object, reader), ...spreadFields(object, reader)];
  if (call?.args[2] !== undefined) readConstraints(view.unwrap(call.args[2]), fields, reader);
  reader.entity(name, node, { table, kind: "stored", fields });
}

export const drizzle: EntityLibrary = {
  name: "drizzle",
  languages: ["typescript", "javascript"],
  mark: /["']drizzle-orm(?:\/[\w-]+)?["']/,
  naming: {
    table: (name) => name,
    column: (field) => field,
    key: (field) => field,
    id: null,
    isWhole: true,
    inheritance: "separate",
  },
  calls: {
    pgTable: readTable,
    mysqlTable: readTable,
    sqliteTable: readTable,
    singlestoreTable: readTable,
    createTable: readTable,
    table: readTable,
  },
  examples: [
    {
      files: {
        "src/schema/harbours.ts": `
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
export const harbours = pgTable("harbour", { id: uuid("id").primaryKey().defaultRandom(), name: text().notNull() });
`,
        "src/schema/boats.ts": `
import { pgSchema, pgTable, integer, foreignKey, timestamp } from "drizzle-orm/pg-core";
import { harbours } from "./harbours";
const timestamps = { createdAt: timestamp("created_at").notNull() };
export const boats = pgTable(
  "boats",
  {
    id: integer().primaryKey(),
    harbourId: uuid("harbour_id").references(() => harbours.id, { onDelete: "cascade" }),
    twinId: integer("twin_id").references((): AnyPgColumn => boats.id),
    portId: uuid("port_id"),
    ...timestamps,
  },
  (t) => [foreignKey({ columns: [t.portId], foreignColumns: [harbours.id] })],
);
`,
      },
      tables: [
        "boats(id integer! primary, harbour_id uuid?, twin_id integer?, port_id uuid?, created_at timestamp!) harbour_id->harbour twin_id->boats port_id->harbour",
        "harbour(id uuid! primary, name text!)",
      ],
    },
  ],
};
