import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepLink, StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";

/** Of the code behind a table, so much may say that it is made. */
const maxBehind = 20_000;

/** `$table` of `$table = $this->table("boats")`. */
function variableOf({ node }: StepLink, reader: StepReader): string | null {
  const [assigned] = reader.view.assignmentsOf(reader.view.s.parent(node)) ?? [];
  return assigned === undefined ? null : reader.view.nameOf(assigned.target);
}

/** Whether the table is new: it is created, or told what its key is. */
function isMade(link: StepLink, builder: string | null, reader: StepReader): boolean {
  if (link.rest.some(({ name }) => name === "create")) return true;
  if (reader.argument(link.call, "id") !== null || reader.argument(link.call, "primary_key") !== null) return true;
  if (builder === null) return false;
  const statements = reader.view.s.textAfter(link.node, maxBehind).split(";");
  const own = `$${builder.replace(/^\$/, "")}->`;
  return statements.some((one) => one.trimStart().startsWith(own) && one.includes("->create("));
}

function openTable(link: StepLink, reader: StepReader): void {
  const { call, node, rest } = link;
  const table = reader.textAt(call, 0);
  const builder = variableOf(link, reader);
  const isNew = isMade(link, builder, reader);
  const draft = isNew ? reader.create(table, node) : reader.change(table, node);
  if (draft === null) return;
  if (isNew && reader.flag(call, "id") !== false) {
    const name = reader.textAt(call, "id") ?? "id";
    reader.column(draft, name, node, { type: "integer", isNullable: false, isPrimary: true });
  }
  if (builder !== null) reader.open.push({ builder, draft });
  for (const one of rest) readCall(one, [], reader, draft);
  reader.primary(draft, reader.textsAt(call, "primary_key"), node);
}

function addColumn({ call, node, name }: CallLink, reader: StepReader, draft: TableDraft): void {
  const given = reader.argument(call, "default");
  const text = reader.text(given) ?? reader.source(given);
  const isNullable = reader.flag(call, "null");
  const column = {
    type: reader.textAt(call, 1),
    default: text === null || /^null$/i.test(text) ? null : text,
    ...(isNullable !== null && { isNullable }),
  };
  if (name === "changeColumn") reader.alterColumn(draft.table, reader.textAt(call, 0), column, node);
  else reader.column(draft, reader.textAt(call, 0), node, column);
}

function readCall(link: CallLink, others: readonly CallLink[], reader: StepReader, draft: TableDraft): void {
  const { name, call, node } = link;
  const { table } = draft;
  if (name === "addColumn" || name === "changeColumn") addColumn(link, reader, draft);
  else if (name === "removeColumn") reader.dropColumns(table, [reader.textAt(call, 0)], node);
  else if (name === "renameColumn") reader.renameColumn(table, reader.textAt(call, 0), reader.textAt(call, 1), node);
  else if (name === "addPrimaryKey") reader.primary(draft, reader.textsAt(call, 0), node);
  else if (name === "addIndex")
    reader.index(draft, reader.textsAt(call, 0), node, {
      name: reader.textAt(call, "name"),
      isUnique: reader.flag(call, "unique") === true,
    });
  else if (name === "removeIndex") reader.dropIndex(table, { columns: reader.textsAt(call, 0) }, node);
  else if (name === "removeIndexByName") reader.dropIndex(table, { name: reader.textAt(call, 0) }, node);
  else if (name === "addForeignKey")
    reader.key(draft, { columns: reader.textsAt(call, 0), target: reader.textAt(call, 1) }, node);
  else if (name === "dropForeignKey") reader.dropKey(table, { columns: reader.textsAt(call, 0) }, node);
  else if (name === "drop") reader.drop(table, node);
  else if (name === "rename") reader.rename(table, reader.textAt(call, 0), node);
  else if (name === "addTimestamps")
    for (const column of ["created_at", "updated_at"]) reader.column(draft, column, node, { type: "timestamp" });
  for (const one of others) readCall(one, [], reader, draft);
}

/** Phinx, and the migrations of CakePHP that are built on it. */
export const phinx: StepLibrary = {
  name: "phinx",
  languages: ["php"],
  mark: /^use (?:Phinx\\Migration|Migrations)\\/m,
  role: "migration",
  back: /^down$/,
  steps: {
    table: openTable,
    dropTable: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    execute: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  column: readCall,
  examples: [
    {
      files: {
        "config/Migrations/20240101000000_Boats.php": `<?php
use Migrations\\AbstractMigration;
class Boats extends AbstractMigration
{
    public function up()
    {
        $this->table('ports', ['id' => false, 'primary_key' => ['id']])
            ->addColumn('id', 'uuid', ['default' => null, 'null' => false])
            ->addColumn('name', 'string', ['default' => 'a', 'limit' => 20, 'null' => true])
            ->addIndex(['name'], ['unique' => true])
            ->create();
        $boats = $this->table('boats');
        $boats->addColumn('port_id', 'uuid')
            ->addColumn('kind', 'string')
            ->addForeignKey('port_id', 'ports', 'id')
            ->create();
    }
    public function down() { $this->table('boats')->drop()->save(); }
}
`,
        "config/Migrations/20240102000000_More.php": `<?php
use Migrations\\AbstractMigration;
class More extends AbstractMigration
{
    public function up()
    {
        $this->table('boats')->removeColumn('kind')->addColumn('depth', 'integer', ['null' => false])->save();
        $ports = $this->table('ports');
        $ports->renameColumn('name', 'title')->update();
        $this->execute('ALTER TABLE ports ADD COLUMN size int');
    }
}
`,
      },
      tables: [
        "boats(id integer! primary, port_id uuid, depth integer!) port_id->ports",
        "ports(id uuid! primary, title string? = a, size int)",
      ],
    },
  ],
};
