import type { StepLibrary, StepRule } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { ColumnFact } from "#server/code-index/ports/data-facts.ts";

interface OperationAt {
  call: CallView;
  node: SyntaxNode;
  table: string | null;
  /** In a batch, the table is not among the arguments: what comes behind it has moved. */
  shift: number;
}

type Operation = (at: OperationAt, reader: StepReader) => void;

/** `sa.Column("id", sa.Integer(), sa.ForeignKey("boats.id"), nullable=False)`, also of a table's declaration. */
function readSqlAlchemyColumn(node: SyntaxNode, reader: StepReader, draft: TableDraft | null): void {
  const call = reader.view.callOf(node);
  if (call === null) return;
  const name = reader.textAt(call, [0, "name"]);
  const type = reader.argument(call, [1, "type_"]);
  const typeName = reader.lastName(type);
  const more: Partial<ColumnFact> = {
    type: typeName === null || typeName === "ForeignKey" ? null : typeName.toLowerCase(),
    isNullable: reader.flag(call, "nullable"),
    isPrimary: reader.flag(call, "primary_key") === true,
    default: reader.source(reader.argument(call, "server_default")),
  };
  if (more.isPrimary === true) more.isNullable ??= false;
  if (reader.column(draft, name, node, more) === null || name === null) return;
  for (const one of call.args) {
    if (reader.lastName(one) !== "ForeignKey") continue;
    const target = reader.textAt(reader.view.callOf(reader.view.unwrap(one)), 0);
    if (target !== null) reader.key(draft, { columns: [name], target: tableOfColumn(target) }, one);
  }
  if (reader.flag(call, "unique") === true) reader.index(draft, [name], node, { isUnique: true });
}

/** "boats.id" is of "boats", "fleet.boats.id" of "fleet.boats". */
function tableOfColumn(target: string): string {
  return target.slice(0, Math.max(0, target.lastIndexOf("."))) || target;
}

/** The columns and constraints of `create_table` or `Table`. */
function readSqlAlchemyItems(items: readonly SyntaxNode[], reader: StepReader, draft: TableDraft | null): void {
  for (const item of items) {
    const node = reader.view.unwrap(item);
    const call = reader.view.callOf(node);
    const name = reader.lastName(node);
    if (call === null) continue;
    if (name === "Column") readSqlAlchemyColumn(node, reader, draft);
    else if (name === "PrimaryKeyConstraint") reader.primary(draft, reader.allTexts(call), node);
    else if (name === "UniqueConstraint") reader.index(draft, reader.allTexts(call), node, { isUnique: true });
    else if (name === "Index") reader.index(draft, reader.allTexts(call, 1), node, { name: reader.textAt(call, 0) });
    else if (name === "ForeignKeyConstraint") {
      const [target = null] = reader.textsAt(call, [1, "refcolumns"]);
      const own = reader.textsAt(call, [0, "columns"]);
      const table = target === null ? null : tableOfColumn(target);
      reader.key(draft, { columns: own, target: table, name: reader.textAt(call, "name") }, node);
    }
  }
}

function qualify(table: string | null, call: CallView, reader: StepReader): string | null {
  const schema = reader.textAt(call, "schema");
  return table === null || schema === null || schema === "public" ? table : `${schema}.${table}`;
}

/** By name, with the place of the table among the arguments. */
const operations: Readonly<Record<string, readonly [number, Operation]>> = {
  create_table: [
    0,
    ({ call, node, table }, reader) => readSqlAlchemyItems(call.args.slice(1), reader, reader.create(table, node)),
  ],
  drop_table: [0, ({ node, table }, reader) => reader.drop(table, node)],
  rename_table: [0, ({ call, node, table }, reader) => reader.rename(table, reader.textAt(call, 1), node)],
  add_column: [
    0,
    ({ call, node, table, shift }, reader) =>
      readSqlAlchemyItems(call.args.slice(1 + shift, 2 + shift), reader, reader.change(table, node)),
  ],
  drop_column: [
    0,
    ({ call, node, table, shift }, reader) =>
      reader.dropColumns(table, [reader.textAt(call, [1 + shift, "column_name"])], node),
  ],
  alter_column: [
    0,
    ({ call, node, table, shift }, reader) => {
      const column = reader.textAt(call, [1 + shift, "column_name"]);
      const type = reader.lastName(reader.argument(call, "type_"));
      const isNullable = reader.flag(call, "nullable");
      const change = { ...(type !== null && { type: type.toLowerCase() }), ...(isNullable !== null && { isNullable }) };
      reader.alterColumn(table, column, change, node);
      const to = reader.textAt(call, "new_column_name");
      if (to !== null) reader.renameColumn(table, column, to, node);
    },
  ],
  create_foreign_key: [
    1,
    ({ call, node, table, shift }, reader) => {
      const own = reader.textsAt(call, [3 + shift, "local_cols"]);
      const target = reader.textAt(call, [2 + shift, "referent_table"]);
      reader.key(
        reader.change(table, node),
        { columns: own, target, name: reader.textAt(call, [0, "constraint_name"]) },
        node,
      );
    },
  ],
  drop_constraint: [
    1,
    ({ call, node, table }, reader) => reader.dropKey(table, { name: reader.textAt(call, 0) }, node),
  ],
  create_index: [
    1,
    ({ call, node, table, shift }, reader) => {
      const columns = reader.textsAt(call, [2 + shift, "columns"]);
      const isOfAll = ["postgresql_where", "sqlite_where"].every((name) => reader.argument(call, name) === null);
      const isUnique = isOfAll && reader.flag(call, "unique") === true;
      if (table !== null)
        reader.index(reader.change(table, node), columns, node, { name: reader.textAt(call, 0), isUnique });
    },
  ],
  drop_index: [1, ({ call, node, table }, reader) => reader.dropIndex(table, { name: reader.textAt(call, 0) }, node)],
  create_unique_constraint: [
    1,
    ({ call, node, table, shift }, reader) => {
      const columns = reader.textsAt(call, [2 + shift, "columns"]);
      if (table !== null)
        reader.index(reader.change(table, node), columns, node, { name: reader.textAt(call, 0), isUnique: true });
    },
  ],
};

function stepOf(name: string): StepRule {
  return ({ call, node }, reader) => {
    const [position = 0, read] = operations[name] ?? [];
    const table = reader.textAt(call, [position, "table_name", "source_table"]);
    read?.({ call, node, table: qualify(table, call, reader), shift: 0 }, reader);
  };
}

export const alembic: StepLibrary = {
  name: "alembic",
  languages: ["python"],
  mark: /\bfrom\s+alembic\b|\bimport\s+alembic\b/,
  role: "migration",
  back: /^downgrade/,
  steps: {
    ...Object.fromEntries(Object.keys(operations).map((name) => [name, stepOf(name)])),
    batch_alter_table: ({ call, node }, reader) => {
      const builder = /\bas\s+(\w+)/.exec(reader.view.s.textAfter(node, 80))?.[1] ?? "batch_op";
      const draft = reader.change(reader.textAt(call, 0), node);
      if (draft !== null) reader.open.push({ builder, draft });
    },
    execute: ({ call }, reader) => {
      const [first] = call.args;
      const inner = first === undefined ? null : reader.view.callOf(reader.view.unwrap(first));
      reader.sql(inner === null ? (first ?? null) : (inner.args[0] ?? null));
    },
  },
  column: ({ name, call, node }, _rest, reader, { table }) => {
    const read = Object.hasOwn(operations, name) ? operations[name]?.[1] : undefined;
    if (call !== null) read?.({ call, node, table, shift: -1 }, reader);
  },
  examples: [
    {
      files: {
        "migrations/versions/b2_second.py": `
from alembic import op
import sqlalchemy as sa
revision = "b2"
down_revision = "c1"
def upgrade():
    op.add_column("boats", sa.Column("harbour_id", sa.Integer(), sa.ForeignKey("harbours.id"), nullable=True))
    with op.batch_alter_table("boats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("length", sa.Float(), server_default="1"))
        batch_op.drop_column("draft")
        batch_op.create_foreign_key("fk_fleet", "fleets", ["fleet_id"], ["id"])
    op.alter_column("boats", "name", new_column_name="title")
    op.drop_table("tides")
    op.execute("ALTER TABLE boats ADD COLUMN port text")
def downgrade():
    op.drop_table("boats")
`,
        "migrations/versions/c1_first.py": `
from alembic import op
import sqlalchemy as sa
revision: str = "c1"
down_revision = None
def upgrade() -> None:
    op.create_table("harbours", sa.Column("id", sa.Integer(), nullable=False), sa.PrimaryKeyConstraint("id"))
    op.create_table("tides", sa.Column("id", sa.Integer()))
    op.create_table(
        "boats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("draft", sa.Float()),
        sa.Column("fleet_id", sa.Integer()),
        sa.Column("owner_id", sa.Integer()),
        sa.ForeignKeyConstraint(["owner_id"], ["harbours.id"], name="fk_owner"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table("fleets", sa.Column("id", sa.Integer(), primary_key=True))
`,
      },
      tables: [
        'boats(id integer! primary, title string!, fleet_id integer, owner_id integer, harbour_id integer?, length float = "1", port text) owner_id->harbours harbour_id->harbours fleet_id->fleets',
        "fleets(id integer! primary)",
        "harbours(id integer! primary)",
      ],
    },
  ],
};
