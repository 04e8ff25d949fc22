import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** The object of `new TableColumn({ … })`, or the object itself. */
function optionsOf(node: SyntaxNode | null, reader: StepReader): ReadonlyMap<string, SyntaxNode> | null {
  if (node === null) return null;
  const { view } = reader;
  const call = view.callOf(node);
  return view.entriesOf(call?.args[0] === undefined ? node : view.unwrap(call.args[0]));
}

function entry(options: ReadonlyMap<string, SyntaxNode> | null, key: string, reader: StepReader): SyntaxNode | null {
  const found = options?.get(key);
  return found === undefined ? null : reader.view.unwrap(found);
}

function addColumn(draft: TableDraft | null, node: SyntaxNode, reader: StepReader): void {
  const options = optionsOf(node, reader);
  const isTrue = (key: string) => reader.source(entry(options, key, reader)) === "true";
  const given = entry(options, "default", reader);
  reader.column(draft, reader.text(entry(options, "name", reader)), node, {
    type: reader.text(entry(options, "type", reader)), isPrimary: isTrue("isPrimary"), isNullable: isTrue("isNullable"),
    default: reader.text(given) ?? reader.source(given),
  }); // prettier-ignore
}

function addKey(draft: TableDraft | null, node: SyntaxNode, reader: StepReader): void {
  const options = optionsOf(node, reader);
  const target = reader.text(entry(options, "referencedTableName", reader));
  const columns = reader.texts(entry(options, "columnNames", reader));
  reader.key(draft, { columns, target, name: reader.text(entry(options, "name", reader)) }, node);
}

function items(node: SyntaxNode | null, reader: StepReader): SyntaxNode[] {
  return node === null ? [] : (reader.view.itemsOf(node) ?? [node]).map((one) => reader.view.unwrap(one));
}

function createTable(call: CallView, node: SyntaxNode, reader: StepReader): void {
  const options = optionsOf(reader.argument(call, 0), reader);
  const draft = reader.create(reader.text(entry(options, "name", reader)), node);
  for (const one of items(entry(options, "columns", reader), reader)) addColumn(draft, one, reader);
  for (const one of items(entry(options, "foreignKeys", reader), reader)) addKey(draft, one, reader);
}

/** A name, or `new TableColumn({ name })`. */
function nameOf(node: SyntaxNode | null, reader: StepReader): string | null {
  return reader.text(node) ?? reader.text(entry(optionsOf(node, reader), "name", reader));
}

export const typeormMigrations: StepLibrary = {
  name: "typeorm",
  languages: ["typescript", "javascript"],
  mark: /\b(?:MigrationInterface|queryRunner)\b/,
  role: "migration",
  back: /^down$/,
  steps: {
    createTable: ({ call, node }, reader) => createTable(call, node, reader),
    dropTable: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    renameTable: ({ call, node }, reader) => reader.rename(reader.textAt(call, 0), reader.textAt(call, 1), node),
    addColumn: ({ call, node }, reader) =>
      addColumn(reader.change(reader.textAt(call, 0), node), reader.argument(call, 1) ?? node, reader),
    addColumns: ({ call, node }, reader) => {
      const draft = reader.change(reader.textAt(call, 0), node);
      for (const one of items(reader.argument(call, 1), reader)) addColumn(draft, one, reader);
    },
    dropColumn: ({ call, node }, reader) =>
      reader.dropColumns(reader.textAt(call, 0), [nameOf(reader.argument(call, 1), reader)], node),
    dropColumns: ({ call, node }, reader) =>
      reader.dropColumns(
        reader.textAt(call, 0),
        items(reader.argument(call, 1), reader).map((one) => nameOf(one, reader)),
        node,
      ),
    renameColumn: ({ call, node }, reader) =>
      reader.renameColumn(
        reader.textAt(call, 0),
        nameOf(reader.argument(call, 1), reader),
        nameOf(reader.argument(call, 2), reader),
        node,
      ),
    createForeignKey: ({ call, node }, reader) =>
      addKey(reader.change(reader.textAt(call, 0), node), reader.argument(call, 1) ?? node, reader),
    createForeignKeys: ({ call, node }, reader) => {
      const draft = reader.change(reader.textAt(call, 0), node);
      for (const one of items(reader.argument(call, 1), reader)) addKey(draft, one, reader);
    },
    query: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  examples: [
    {
      files: {
        "src/migrations/1700000000000-Boats.ts": `
import { MigrationInterface, QueryRunner, Table, TableForeignKey } from "typeorm";
export class Boats1700000000000 implements MigrationInterface {
  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(\`CREATE TABLE "ports" ("id" uuid NOT NULL, CONSTRAINT "PK_1" PRIMARY KEY ("id"))\`);
    await queryRunner.createTable(
      new Table({
        name: "boats",
        columns: [
          { name: "id", type: "int", isPrimary: true },
          { name: "port_id", type: "uuid", isNullable: true },
        ],
        foreignKeys: [{ columnNames: ["port_id"], referencedTableName: "ports", referencedColumnNames: ["id"] }],
      }),
    );
    await queryRunner.addColumn("boats", new TableColumn({ name: "home", type: "uuid" }));
    await queryRunner.createForeignKey("boats", new TableForeignKey({ columnNames: ["home"], referencedTableName: "ports" }));
  }
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(\`DROP TABLE "ports"\`);
  }
}
`,
      },
      tables: [
        "boats(id int! primary, port_id uuid?, home uuid!) port_id->ports home->ports",
        "ports(id uuid! primary)",
      ],
    },
  ],
};
