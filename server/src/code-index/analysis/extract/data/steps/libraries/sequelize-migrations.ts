import { readSequelizeAttribute } from "#server/code-index/analysis/extract/data/sequelize-attribute.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** "boats", `{ tableName: "boats", schema }`. */
function tableOf(call: CallView, reader: StepReader): string | null {
  const node = reader.argument(call, 0);
  const named = node === null ? undefined : reader.view.entriesOf(node)?.get("tableName");
  return reader.text(node) ?? (named === undefined ? null : reader.text(reader.view.unwrap(named)));
}

function addColumn(draft: TableDraft | null, name: string | null, value: SyntaxNode, reader: StepReader): void {
  const { target, column, ...own } = readSequelizeAttribute(value, reader);
  const made = reader.column(draft, column ?? name, value, own);
  if (made !== null) reader.key(draft, { columns: [made.name], target }, value);
}

function createTable(call: CallView, node: SyntaxNode, reader: StepReader): void {
  const draft = reader.create(tableOf(call, reader), node);
  const columns = reader.view.entriesOf(reader.argument(call, 1) ?? -1);
  if (columns === null) reader.unread(node);
  for (const [name, value] of columns ?? []) addColumn(draft, name, value, reader);
}

/** `addConstraint("boats", { fields: ["port"], type: "foreign key", references: { table: "ports" } })`, also of version 5. */
function addConstraint(call: CallView, node: SyntaxNode, reader: StepReader): void {
  const draft = reader.change(tableOf(call, reader), node);
  const columns = reader.textsAt(call, "fields");
  const fields = columns.length > 0 ? columns : reader.textsAt(call, 1);
  const type = reader.textAt(call, "type")?.toLowerCase();
  if (type === "primary key") reader.primary(draft, fields, node);
  if (type === "unique" && reader.argument(call, "where") === null)
    reader.index(draft, fields, node, { name: reader.textAt(call, "name"), isUnique: true });
  if (type !== "foreign key") return;
  const references = reader.view.entriesOf(reader.argument(call, "references") ?? -1);
  const table = references?.get("table");
  const target = table === undefined ? null : reader.text(reader.view.unwrap(table));
  reader.key(draft, { columns: fields, target, name: reader.textAt(call, "name") }, node);
}

export const sequelizeMigrations: StepLibrary = {
  name: "sequelize",
  languages: ["javascript", "typescript"],
  mark: /\b(?:queryInterface|QueryInterface)\b/,
  role: "migration",
  back: /^down$/,
  steps: {
    createTable: ({ call, node }, reader) => createTable(call, node, reader),
    dropTable: ({ call, node }, reader) => reader.drop(tableOf(call, reader), node),
    renameTable: ({ call, node }, reader) => reader.rename(tableOf(call, reader), reader.textAt(call, 1), node),
    addColumn: ({ call, node }, reader) => {
      const value = reader.argument(call, 2);
      const draft = reader.change(tableOf(call, reader), node);
      if (value !== null) addColumn(draft, reader.textAt(call, 1), value, reader);
    },
    removeColumn: ({ call, node }, reader) => reader.dropColumns(tableOf(call, reader), [reader.textAt(call, 1)], node),
    renameColumn: ({ call, node }, reader) =>
      reader.renameColumn(tableOf(call, reader), reader.textAt(call, 1), reader.textAt(call, 2), node),
    changeColumn: ({ call, node }, reader) => {
      const value = reader.argument(call, 2);
      if (value === null) return;
      const { type, isNullable, target, default: begins } = readSequelizeAttribute(value, reader);
      const change = {
        ...(type !== null && { type }),
        ...(isNullable !== null && { isNullable }),
        ...(begins !== null && { default: begins }),
      };
      const [table, column] = [tableOf(call, reader), reader.textAt(call, 1)];
      reader.alterColumn(table, column, change, node);
      if (target === null || column === null) return;
      // A reference that is written anew takes the place of the one before, with its rules.
      reader.dropKey(table, { columns: [column] }, node);
      reader.key(reader.change(table, node), { columns: [column], target }, value);
    },
    addConstraint: ({ call, node }, reader) => addConstraint(call, node, reader),
    removeConstraint: ({ call, node }, reader) => {
      const name = reader.textAt(call, 1);
      if (name !== null) reader.dropKey(tableOf(call, reader), { name }, node);
    },
    addIndex: ({ call, node }, reader) => {
      const table = tableOf(call, reader);
      const fields = reader.textsAt(call, 1);
      const columns = fields.length > 0 ? fields : reader.textsAt(call, "fields");
      // One of some rows alone keeps none of the others apart.
      const isUnique = reader.flag(call, "unique") === true && reader.argument(call, "where") === null;
      if (table !== null)
        reader.index(reader.change(table, node), columns, node, { name: reader.textAt(call, "name"), isUnique });
    },
    removeIndex: ({ call, node }, reader) => {
      const isList = reader.view.itemsOf(reader.argument(call, 1) ?? -1) !== null;
      const at = isList ? { columns: reader.textsAt(call, 1) } : { name: reader.textAt(call, 1) };
      reader.dropIndex(tableOf(call, reader), at, node);
    },
    query: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  examples: [
    {
      files: {
        "migrations/20240101000000-boats.js": `
module.exports = {
  up: async (queryInterface, Sequelize) => {
    await queryInterface.createTable("ports", { id: { type: Sequelize.UUID, primaryKey: true } });
    await queryInterface.createTable("boats", {
      id: { type: Sequelize.UUID, allowNull: false, primaryKey: true },
      name: Sequelize.STRING,
      portId: { type: Sequelize.UUID, allowNull: true, references: { model: "ports", key: "id" } },
      size: { type: Sequelize.INTEGER, field: "length" },
    });
    await queryInterface.addConstraint("boats", { fields: ["length"], type: "foreign key", references: { table: "ports", field: "id" } });
  },
  down: async (queryInterface) => {
    await queryInterface.dropTable("boats");
  },
};
`,
        "migrations/20240102000000-more.js": `
module.exports = {
  async up(queryInterface, Sequelize) {
    await queryInterface.sequelize.transaction(async (transaction) => {
      await queryInterface.addColumn("boats", "notes", { type: Sequelize.TEXT, allowNull: false, defaultValue: "" }, { transaction });
      await queryInterface.renameColumn("boats", "name", "title", { transaction });
      await queryInterface.sequelize.query("ALTER TABLE ports ADD COLUMN depth int");
      await queryInterface.changeColumn("boats", "length", { type: Sequelize.BIGINT, defaultValue: 3 });
      await queryInterface.changeColumn("boats", "portId", { type: Sequelize.UUID, references: { model: "ports" }, onDelete: "cascade" });
    });
  },
  async down(queryInterface) {
    await queryInterface.removeColumn("boats", "notes");
  },
};
`,
      },
      tables: [
        "boats(id UUID! primary, title STRING, portId UUID?, length BIGINT = 3, notes TEXT! = ) length->ports portId->ports",
        "ports(id UUID! primary, depth int)",
      ],
    },
  ],
};
