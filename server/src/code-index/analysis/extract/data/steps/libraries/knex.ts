import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";

/** What is no column among the calls on a table. */
const noColumn = /^(?:comment|engine|charset|collate|inherits|dropChecks|check\w*|queryContext|dropPrimary)$/;

/** `.references("id").inTable("ports")`, `.references("ports.id")`. */
function targetOf(rest: readonly CallLink[], reader: StepReader): string | null {
  const inTable = rest.find(({ name }) => name === "inTable");
  if (inTable !== undefined) return reader.textAt(inTable.call, 0);
  const text = reader.textAt(rest.find(({ name }) => name === "references")?.call ?? null, 0);
  return text?.includes(".") === true ? (text.split(".").at(-2) ?? null) : null;
}

function readTimestamps({ call, node }: CallLink, reader: StepReader, draft: TableDraft): void {
  const isCamel = reader.flag(call, 2) === true || reader.flag(call, "useCamelCase") === true;
  for (const name of isCamel ? ["createdAt", "updatedAt"] : ["created_at", "updated_at"])
    reader.column(draft, name, node, { type: "timestamp" });
}

function readColumn(link: CallLink, rest: readonly CallLink[], reader: StepReader, draft: TableDraft): void {
  const { name, call, node } = link;
  if (call === null || noColumn.test(name)) return;
  const { table } = draft;
  if (name === "timestamps") readTimestamps(link, reader, draft);
  else if (name === "dropTimestamps")
    reader.dropColumns(
      table,
      reader.flag(call, 0) === true ? ["createdAt", "updatedAt"] : ["created_at", "updated_at"],
      node,
    );
  else if (/^dropColumns?$/.test(name)) reader.dropColumns(table, reader.allTexts(call), node);
  else if (name === "renameColumn") reader.renameColumn(table, reader.textAt(call, 0), reader.textAt(call, 1), node);
  else if (name === "foreign") {
    const target = targetOf(rest, reader);
    reader.key(draft, { columns: reader.textsAt(call, 0), target, name: reader.textAt(call, 1) }, node);
  } else if (name === "dropForeign")
    reader.dropKey(table, { columns: reader.textsAt(call, 0), name: reader.textAt(call, 1) }, node);
  else if (name === "primary") reader.primary(draft, reader.textsAt(call, 0), node);
  else if (name === "unique" || name === "index")
    reader.index(draft, reader.textsAt(call, 0), node, {
      name: reader.textAt(call, 1) ?? reader.textAt(call, "indexName"),
      isUnique: name === "unique" && reader.argument(call, "predicate") === null,
    });
  else if (name === "dropUnique" || name === "dropIndex")
    reader.dropIndex(table, { name: reader.textAt(call, 1), columns: reader.textsAt(call, 0) }, node);
  else if (name === "setNullable" || name === "dropNullable")
    reader.alterColumn(table, reader.textAt(call, 0), { isNullable: name === "setNullable" }, node);
  else addColumn(link, rest, reader, draft);
}

function addColumn(
  { name, call, node }: CallLink,
  rest: readonly CallLink[],
  reader: StepReader,
  draft: TableDraft,
): void {
  const has = (called: string) => rest.some((one) => one.name === called);
  const isIncrement = /^(?:big)?increments$/i.test(name);
  const column = reader.textAt(call, 0) ?? (isIncrement ? "id" : null);
  const isPrimary = isIncrement || has("primary");
  const type = name === "specificType" ? reader.textAt(call, 1) : name;
  const isNullable = has("notNullable") || isPrimary ? false : has("nullable") ? true : null;
  if (has("alter")) {
    reader.alterColumn(draft.table, column, { type, ...(isNullable !== null && { isNullable }) }, node);
    return;
  }
  const given = reader.argument(rest.find((one) => one.name === "defaultTo")?.call ?? null, 0);
  const made = reader.column(draft, column, node, {
    type,
    isNullable,
    isPrimary,
    default: reader.text(given) ?? reader.source(given),
  });
  if (made !== null && has("references"))
    reader.key(draft, { columns: [made.name], target: targetOf(rest, reader) }, node);
}

export const knex: StepLibrary = {
  name: "knex",
  languages: ["javascript", "typescript"],
  mark: /\bknex\b/i,
  role: "migration",
  back: /^down$/,
  isChained: true,
  steps: {
    createTable: ({ call, node }, reader) =>
      reader.within(reader.create(reader.textAt(call, 0), node), reader.bodyOf(call)),
    createTableIfNotExists: ({ call, node }, reader) =>
      reader.within(reader.create(reader.textAt(call, 0), node), reader.bodyOf(call)),
    alterTable: ({ call, node }, reader) =>
      reader.within(reader.change(reader.textAt(call, 0), node), reader.bodyOf(call)),
    table: ({ call, node }, reader) => {
      const body = reader.bodyOf(call);
      if (body !== null) reader.within(reader.change(reader.textAt(call, 0), node), body);
    },
    dropTable: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    dropTableIfExists: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    renameTable: ({ call, node }, reader) => reader.rename(reader.textAt(call, 0), reader.textAt(call, 1), node),
    raw: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  column: readColumn,
  examples: [
    {
      files: {
        "migrations/20240101000000_boats.js": `
exports.up = async function (knex) {
  await knex.schema.createTable("ports", (table) => {
    table.increments();
    table.string("name", 20).notNullable().unique();
  });
  await knex.schema.createTable("boats", function (t) {
    t.uuid("id").primary();
    t.integer("port_id").unsigned().references("id").inTable("ports").onDelete("CASCADE");
    t.integer("home").references("ports.id");
    t.integer("last");
    t.foreign("last").references("id").inTable("ports");
    t.enum("kind", ["a"]).defaultTo("a");
    t.timestamps(true, true);
  });
};
exports.down = (knex) => knex.schema.dropTable("boats");
`,
        "migrations/20240102000000_more.ts": `
import type { Knex } from "knex";
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("boats", (t) => {
    t.dropColumn("kind");
    t.renameColumn("home", "base");
  });
  await knex.schema.raw("ALTER TABLE ports ADD COLUMN depth int");
}
export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("ports");
}
`,
      },
      tables: [
        "boats(id uuid! primary, port_id integer, base integer, last integer, created_at timestamp, updated_at timestamp) port_id->ports base->ports last->ports",
        "ports(id increments! primary, name string!, depth int)",
      ],
    },
    {
      files: {
        "db/migrations/1.0.0.js": `
exports.up = (knex) => {
  return knex.schema
    .createTable("boats", (table) => {
      table.increments("id").primary();
      table.integer("parentId").unsigned().references("id").inTable("boats");
    })
    .createTable("crew", (table) => {
      table.integer("boatId");
    })
    .createTable("former", (table) => {
      table.increments("id");
    })
    .table("crew", (table) => {
      table.integer("portId").unsigned().references("id").inTable("ports");
    })
    .createTable("ports", (table) => {
      table.string("name");
    })
    .dropTable("former");
};
exports.down = (knex) => knex.schema.dropTable("boats").dropTable("crew");
`,
      },
      tables: [
        "boats(id increments! primary, parentId integer) parentId->boats",
        "crew(boatId integer, portId integer) portId->ports",
        "ports(name string)",
      ],
    },
  ],
};
