import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { ColumnFact } from "#server/code-index/ports/data-facts.ts";

/** What is no column among the calls on a table. */
const noColumn =
  /^(?:check_constraint|exclusion_constraint|unique_constraint|remove_check_constraint|remove_foreign_key|remove_unique_constraint|remove_exclusion_constraint|change_null|change_default|change_comment|comment)$/;

function optionsOf(call: CallView, reader: StepReader): Partial<ColumnFact> {
  const isNullable = reader.flag(call, "null");
  const value = reader.argument(call, "default");
  return { isNullable, default: value === null ? null : (reader.text(value) ?? reader.source(value)) };
}

/** `t.references :harbour, polymorphic: true, foreign_key: { to_table: :ports }`. */
function addReference(
  name: string | null,
  { call, node }: { call: CallView; node: SyntaxNode },
  reader: StepReader,
  draft: TableDraft | null,
): void {
  if (name === null || draft === null) return;
  const type = reader.textAt(call, "type") ?? "bigint";
  reader.column(draft, `${name}_id`, node, { ...optionsOf(call, reader), type });
  const polymorphic = reader.source(reader.argument(call, "polymorphic"));
  if (polymorphic !== null && polymorphic !== "false")
    reader.column(draft, `${name}_type`, node, { ...optionsOf(call, reader), type: "string" });
  const key = reader.argument(call, "foreign_key");
  if (key === null || reader.source(key) === "false") return;
  const named = reader.view.entriesOf(key)?.get("to_table");
  const target = (named === undefined ? null : reader.text(reader.view.unwrap(named))) ?? plural(name);
  reader.key(draft, { columns: [`${name}_id`], target }, node);
}

function addTimestamps(call: CallView, node: SyntaxNode, reader: StepReader, draft: TableDraft | null): void {
  for (const name of ["created_at", "updated_at"])
    reader.column(draft, name, node, { type: "datetime", isNullable: reader.flag(call, "null") ?? false });
}

function dropReference(table: string | null, name: string | null, node: SyntaxNode, reader: StepReader): void {
  if (name !== null) reader.dropColumns(table, [`${name}_id`, `${name}_type`], node);
}

function readIndex(
  draft: TableDraft | null,
  columns: readonly string[],
  { call, node }: { call: CallView; node: SyntaxNode },
  reader: StepReader,
): void {
  // One of some rows alone keeps none of the others apart.
  const isUnique = reader.flag(call, "unique") === true && reader.argument(call, "where") === null;
  reader.index(draft, columns, node, { name: reader.textAt(call, "name"), isUnique });
}

function readForeignKey(
  draft: TableDraft | null,
  target: string | null,
  { call, node }: { call: CallView; node: SyntaxNode },
  reader: StepReader,
): void {
  const column = reader.textAt(call, "column") ?? (target === null ? null : `${singular(target)}_id`);
  if (column !== null) reader.key(draft, { columns: [column], target, name: reader.textAt(call, "name") }, node);
}

function singular(name: string): string {
  return name
    .replace(/ies$/, "y")
    .replace(/(?<=[sx]|ch|sh)es$/, "")
    .replace(/(?<!s)s$/, "")
    .replace(/people$/, "person");
}

/** With the key that every table has if nobody says else. */
function createTable(call: CallView, node: SyntaxNode, reader: StepReader): TableDraft | null {
  const table = reader.textAt(call, 0);
  if (table !== null && reader.source(reader.argument(call, "force")) !== null) reader.drop(table, node);
  const draft = reader.create(table, node);
  if (draft?.made) draft.made.isIfAbsent = reader.flag(call, "if_not_exists") === true;
  const id = reader.argument(call, "id");
  const names = reader.textsAt(call, "primary_key");
  if (reader.source(id) !== "false" && names.length < 2)
    reader.column(draft, names[0] ?? "id", node, {
      type: reader.text(id) ?? "bigint",
      isNullable: false,
      isPrimary: true,
    });
  return draft;
}

export const rails: StepLibrary = {
  name: "rails",
  languages: ["ruby"],
  mark: /\bActiveRecord::(?:Migration|Schema)\b/,
  role: "migration",
  snapshotMark: /\bActiveRecord::Schema\b/,
  back: /^down$/,
  steps: {
    create_table: ({ call, node }, reader) => reader.within(createTable(call, node, reader), reader.bodyOf(call)),
    create_join_table: ({ call, node }, reader) => {
      const names = reader.allTexts(call).slice(0, 2);
      const table = reader.textAt(call, "table_name") ?? (names.length < 2 ? null : names.toSorted().join("_"));
      const draft = reader.create(table, node);
      for (const name of names)
        reader.column(draft, `${singular(name)}_id`, node, { type: "bigint", isNullable: false });
      reader.within(draft, reader.bodyOf(call));
    },
    change_table: ({ call, node }, reader) =>
      reader.within(reader.change(reader.textAt(call, 0), node), reader.bodyOf(call)),
    drop_table: ({ call, node }, reader) => {
      for (const table of reader.allTexts(call)) reader.drop(table, node);
    },
    drop_join_table: ({ call, node }, reader) =>
      reader.drop(reader.allTexts(call).slice(0, 2).toSorted().join("_"), node),
    rename_table: ({ call, node }, reader) => reader.rename(reader.textAt(call, 0), reader.textAt(call, 1), node),
    add_column: ({ call, node }, reader) =>
      void reader.column(reader.change(reader.textAt(call, 0), node), reader.textAt(call, 1), node, {
        ...optionsOf(call, reader),
        type: reader.textAt(call, 2),
      }),
    add_columns: ({ call, node }, reader) => {
      for (const name of reader.allTexts(call, 1))
        reader.column(reader.change(reader.textAt(call, 0), node), name, node, { type: reader.textAt(call, "type") });
    },
    remove_column: ({ call, node }, reader) =>
      reader.dropColumns(reader.textAt(call, 0), [reader.textAt(call, 1)], node),
    remove_columns: ({ call, node }, reader) =>
      reader.dropColumns(reader.textAt(call, 0), reader.allTexts(call, 1), node),
    rename_column: ({ call, node }, reader) =>
      reader.renameColumn(reader.textAt(call, 0), reader.textAt(call, 1), reader.textAt(call, 2), node),
    change_column: ({ call, node }, reader) => {
      const isNullable = reader.flag(call, "null");
      const type = reader.textAt(call, 2);
      const change = { ...(type !== null && { type }), ...(isNullable !== null && { isNullable }) };
      reader.alterColumn(reader.textAt(call, 0), reader.textAt(call, 1), change, node);
    },
    change_column_null: ({ call, node }, reader) => {
      const isNullable = reader.flag(call, 2);
      if (isNullable !== null) reader.alterColumn(reader.textAt(call, 0), reader.textAt(call, 1), { isNullable }, node);
    },
    change_column_default: ({ call, node }, reader) => {
      const value = reader.argument(call, ["to", 2]);
      const written = value === null ? null : (reader.text(value) ?? reader.source(value));
      const change = { default: written === "nil" ? null : written };
      reader.alterColumn(reader.textAt(call, 0), reader.textAt(call, 1), change, node);
    },
    add_reference: ({ call, node }, reader) =>
      addReference(reader.textAt(call, 1), { call, node }, reader, reader.change(reader.textAt(call, 0), node)),
    add_belongs_to: ({ call, node }, reader) =>
      addReference(reader.textAt(call, 1), { call, node }, reader, reader.change(reader.textAt(call, 0), node)),
    remove_reference: ({ call, node }, reader) =>
      dropReference(reader.textAt(call, 0), reader.textAt(call, 1), node, reader),
    remove_belongs_to: ({ call, node }, reader) =>
      dropReference(reader.textAt(call, 0), reader.textAt(call, 1), node, reader),
    add_timestamps: ({ call, node }, reader) =>
      addTimestamps(call, node, reader, reader.change(reader.textAt(call, 0), node)),
    remove_timestamps: ({ call, node }, reader) =>
      reader.dropColumns(reader.textAt(call, 0), ["created_at", "updated_at"], node),
    add_foreign_key: ({ call, node }, reader) =>
      readForeignKey(reader.change(reader.textAt(call, 0), node), reader.textAt(call, 1), { call, node }, reader),
    remove_foreign_key: ({ call, node }, reader) => {
      const target = reader.textAt(call, [1, "to_table"]);
      const column = reader.textAt(call, "column") ?? (target === null ? null : `${singular(target)}_id`);
      reader.dropKey(
        reader.textAt(call, 0),
        { name: reader.textAt(call, "name"), columns: column === null ? [] : [column] },
        node,
      );
    },
    add_index: ({ call, node }, reader) => {
      const table = reader.textAt(call, 0);
      if (table !== null) readIndex(reader.change(table, node), reader.textsAt(call, 1), { call, node }, reader);
    },
    remove_index: ({ call, node }, reader) => {
      const columns = reader.textsAt(call, [1, "column"]);
      reader.dropIndex(reader.textAt(call, 0), { name: reader.textAt(call, "name"), columns }, node);
    },
    execute: ({ call }, reader) => reader.sql(call.args[0] ?? null),
  },
  column: ({ name, call, node }, _rest, reader, draft) => {
    if (call === null || noColumn.test(name)) return;
    const { table } = draft;
    if (name === "timestamps") addTimestamps(call, node, reader, draft);
    else if (/^(?:references|belongs_to)$/.test(name))
      for (const one of reader.allTexts(call)) addReference(one, { call, node }, reader, draft);
    else if (name === "index") readIndex(draft, reader.textsAt(call, 0), { call, node }, reader);
    else if (name === "remove_index")
      reader.dropIndex(
        table,
        { name: reader.textAt(call, "name"), columns: reader.textsAt(call, [0, "column"]) },
        node,
      );
    else if (name === "foreign_key") readForeignKey(draft, reader.textAt(call, 0), { call, node }, reader);
    else if (name === "column")
      reader.column(draft, reader.textAt(call, 0), node, { ...optionsOf(call, reader), type: reader.textAt(call, 1) });
    else if (name === "remove") reader.dropColumns(table, reader.allTexts(call), node);
    else if (name === "rename") reader.renameColumn(table, reader.textAt(call, 0), reader.textAt(call, 1), node);
    else if (name === "remove_timestamps") reader.dropColumns(table, ["created_at", "updated_at"], node);
    else if (/^remove_(?:references|belongs_to)$/.test(name))
      dropReference(table, reader.textAt(call, 0), node, reader);
    else if (name === "change")
      reader.alterColumn(table, reader.textAt(call, 0), { type: reader.textAt(call, 1) }, node);
    else if (!name.startsWith("remove_")) {
      const isPrimary = name === "primary_key" || reader.flag(call, "primary_key") === true;
      const names = call.args.map((one) => reader.text(reader.view.unwrap(one)));
      for (const one of isPrimary ? names.slice(0, 1) : names)
        reader.column(draft, one, node, {
          ...optionsOf(call, reader),
          type: name === "primary_key" ? "bigint" : name,
          isPrimary,
        });
    }
  },
  examples: [
    {
      files: {
        "db/migrate/20240101000000_create_boats.rb": `
class CreateBoats < ActiveRecord::Migration[7.0]
  def change
    create_table :harbours, id: :uuid do |t|
      t.string :name, :town, null: false
    end
    create_table "boats" do |t|
      t.references :harbour, null: false, foreign_key: true, type: :uuid
      t.belongs_to :owner, polymorphic: true
      t.column :length, :float, default: 1.5
      t.integer :draft
      t.index [:length], unique: true
      t.timestamps
    end
    create_join_table :boats, :tides
    create_table(:tides)
    add_index :boats, :draft
  end
end
`,
        "db/migrate/20240102000000_change_boats.rb": `
class ChangeBoats < ActiveRecord::Migration[7.0]
  def up
    rename_column :boats, :length, :size
    change_table :boats, bulk: true do |t|
      t.remove :draft
      t.text :notes
    end
    safety_assured { add_column :boats, :crew, :integer, default: 0, null: false }
    add_foreign_key :boats, :tides, column: :crew
    remove_reference :boats, :owner, polymorphic: true
    execute <<~SQL
      ALTER TABLE boats ADD COLUMN port text;
    SQL
    drop_table :boats_tides
    remove_columns :boats, *%i[created_at updated_at], type: :datetime
    reversible do |dir|
      dir.up { add_column :harbours, :depth, :integer }
      dir.down { drop_table :harbours }
    end
  end
  def down
    drop_table :boats
  end
end
`,
      },
      tables: [
        "boats(id bigint! primary, harbour_id uuid!, size float = 1.5, notes text, crew integer! = 0, port text) harbour_id->harbours crew->tides",
        "harbours(id uuid! primary, name string!, town string!, depth integer)",
        "tides(id bigint! primary)",
      ],
    },
  ],
};
