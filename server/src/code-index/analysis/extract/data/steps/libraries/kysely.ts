import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** "ports" of `ports.id`, also with a schema in front. */
function tableOf(reference: string | null): string | null {
  const parts = reference?.split(".") ?? [];
  return parts.length < 2 ? reference : (parts.at(-2) ?? null);
}

/** A text, or what stands in a template of SQL. */
function writtenText(node: SyntaxNode | null, reader: StepReader): string | null {
  return reader.text(node) ?? /^sql(?:<\w+>)?`([^`$]{1,60})`$/.exec(reader.source(node) ?? "")?.[1] ?? null;
}

/** What is called in `(col) => col.notNull().references("ports.id")`. */
function callsIn(link: CallLink, reader: StepReader): readonly CallLink[] {
  const body = reader.bodyOf(link.call);
  const inner = body === null ? undefined : reader.view.functionOf(body)?.body;
  return inner === undefined || inner < 0 ? [] : reader.chain(reader.view.unwrap(inner)).links;
}

function addColumn(link: CallLink, reader: StepReader, draft: TableDraft): void {
  const { call, node } = link;
  const details = callsIn(link, reader);
  const of = (name: string) => details.find((one) => one.name === name);
  const isPrimary = of("primaryKey") !== undefined;
  const given = reader.argument(of("defaultTo")?.call ?? null, 0);
  const type = reader.argument(call, 1);
  const made = reader.column(draft, reader.textAt(call, 0), node, {
    type: writtenText(type, reader),
    isNullable: isPrimary || of("notNull") !== undefined ? false : null,
    isPrimary,
    default: writtenText(given, reader) ?? reader.source(given),
  });
  const target = tableOf(reader.textAt(of("references")?.call ?? null, 0));
  if (made === null) return;
  reader.key(draft, { columns: [made.name], target }, node);
  if (of("unique") !== undefined) reader.index(draft, [made.name], node, { isUnique: true });
}

function alterColumn(link: CallLink, reader: StepReader, { table }: TableDraft): void {
  const name = reader.textAt(link.call, 0);
  for (const { name: what, call } of callsIn(link, reader)) {
    if (what === "setNotNull" || what === "dropNotNull")
      reader.alterColumn(table, name, { isNullable: what === "dropNotNull" }, link.node);
    if (what === "setDataType") reader.alterColumn(table, name, { type: reader.textAt(call, 0) }, link.node);
  }
}

function readCall(link: CallLink, reader: StepReader, draft: TableDraft): void {
  const { name, call, node } = link;
  const { table } = draft;
  if (name === "addColumn") addColumn(link, reader, draft);
  else if (name === "alterColumn") alterColumn(link, reader, draft);
  else if (name === "dropColumn") reader.dropColumns(table, [reader.textAt(call, 0)], node);
  else if (name === "renameColumn") reader.renameColumn(table, reader.textAt(call, 0), reader.textAt(call, 1), node);
  else if (name === "renameTo") reader.rename(table, reader.textAt(call, 0), node);
  else if (name === "addPrimaryKeyConstraint") reader.primary(draft, reader.textsAt(call, 1), node);
  else if (name === "addUniqueConstraint") reader.index(draft, reader.textsAt(call, 1), node, { isUnique: true });
  else if (name === "addForeignKeyConstraint") {
    const target = tableOf(reader.textAt(call, 2));
    reader.key(draft, { columns: reader.textsAt(call, 1), target, name: reader.textAt(call, 0) }, node);
  } else if (name === "dropConstraint") reader.dropKey(table, { name: reader.textAt(call, 0) }, node);
}

function readChain(draft: TableDraft | null, rest: readonly CallLink[], reader: StepReader): void {
  if (draft !== null) for (const link of rest) readCall(link, reader, draft);
}

/** What the table of an index is, and its columns. */
function readIndex(rest: readonly CallLink[], node: CallLink["node"], reader: StepReader): void {
  const of = (name: string) => rest.find((one) => one.name === name)?.call ?? null;
  const table = reader.textAt(of("on"), 0);
  const columns = [...reader.textsAt(of("columns"), 0), ...reader.textsAt(of("column"), 0)];
  if (table === null || columns.length === 0) return;
  const isUnique = rest.some((one) => one.name === "unique");
  reader.index(reader.change(table, node), columns, node, { isUnique });
}

export const kysely: StepLibrary = {
  name: "kysely",
  languages: ["javascript", "typescript"],
  mark: /\bkysely\b/i,
  role: "migration",
  back: /^down$/,
  steps: {
    createTable: ({ call, node, rest }, reader) => readChain(reader.create(reader.textAt(call, 0), node), rest, reader),
    alterTable: ({ call, node, rest }, reader) => readChain(reader.change(reader.textAt(call, 0), node), rest, reader),
    dropTable: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    createIndex: ({ node, rest }, reader) => readIndex(rest, node, reader),
    sql: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  examples: [
    {
      files: {
        "migrations/20240101T000000-boats.ts": `
import { Kysely, sql } from "kysely";
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("ports")
    .ifNotExists()
    .addColumn("id", "uuid", (col) => col.primaryKey().defaultTo(sql\`gen_uuid()\`))
    .addColumn("name", "varchar", (col) => col.notNull().unique())
    .addColumn("tags", sql\`text[]\`)
    .execute();
  await db.schema
    .createTable("boats")
    .addColumn("id", "integer")
    .addColumn("port_id", "uuid", (col) => col.references("ports.id").onDelete("cascade"))
    .addColumn("owner_id", "uuid", (col) => col)
    .addPrimaryKeyConstraint("boats_pk", ["id"])
    .execute();
  await db.schema.createIndex("boats_owner").on("boats").column("owner_id").execute();
}
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("boats").execute();
}
`,
        "migrations/20240102T000000-more.ts": `
import { type Kysely, sql } from "kysely";
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("boats").renameColumn("owner_id", "keeper_id").execute();
  await db.schema
    .alterTable("boats")
    .addForeignKeyConstraint("keeper_fk", ["keeper_id"], "ports", ["id"])
    .execute();
  await db.schema.alterTable("ports").dropColumn("tags").alterColumn("name", (col) => col.dropNotNull()).execute();
  await sql\`ALTER TABLE ports ADD COLUMN depth int\`.execute(db);
}
`,
      },
      tables: [
        "boats(id integer primary, port_id uuid, keeper_id uuid) port_id->ports keeper_id->ports",
        "ports(id uuid! primary = gen_uuid(), name varchar?, depth int)",
      ],
    },
  ],
};
