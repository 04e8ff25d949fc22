import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

/** `$boats = $schema->createTable('boats')`: what is called on the variable is about the table. */
function openTable(draft: TableDraft | null, node: SyntaxNode, rest: readonly CallLink[], reader: StepReader): void {
  if (draft === null) return;
  const [assigned] = reader.view.assignmentsOf(reader.view.s.parent(node)) ?? [];
  const builder = assigned === undefined ? null : reader.view.nameOf(assigned.target);
  if (builder !== null) reader.open.push({ builder, draft });
  const [first, ...others] = rest;
  if (first !== undefined) readCall(first, others, reader, draft);
}

function readCall(link: CallLink, _rest: readonly CallLink[], reader: StepReader, draft: TableDraft): void {
  const { name, call, node } = link;
  if (call === null) return;
  if (name === "addColumn") {
    const written = reader.argument(call, 1);
    const given = reader.argument(call, "default");
    reader.column(draft, reader.textAt(call, 0), node, {
      type: reader.text(written) ?? reader.lastName(written)?.toLowerCase() ?? null,
      isNullable: reader.flag(call, "notnull") === false, default: reader.text(given) ?? reader.source(given),
    }); // prettier-ignore
  } else if (name === "dropColumn") reader.dropColumns(draft.table, [reader.textAt(call, 0)], node);
  else if (name === "renameColumn")
    reader.renameColumn(draft.table, reader.textAt(call, 0), reader.textAt(call, 1), node);
  else if (name === "setPrimaryKey") reader.primary(draft, reader.textsAt(call, 0), node);
  else if (name === "addForeignKeyConstraint")
    reader.key(
      draft,
      { columns: reader.textsAt(call, 1), target: reader.textAt(call, 0), name: reader.textAt(call, [4, "name"]) },
      node,
    );
  else if (name === "removeForeignKey") reader.dropKey(draft.table, { name: reader.textAt(call, 0) }, node);
  else if (name === "dropIndex") reader.dropIndex(draft.table, { name: reader.textAt(call, 0) }, node);
  else if (name === "addIndex" || name === "addUniqueIndex")
    reader.index(draft, reader.textsAt(call, 0), node, { name: reader.textAt(call, 1), isUnique: name !== "addIndex" });
}

export const doctrineMigrations: StepLibrary = {
  name: "doctrine",
  languages: ["php"],
  mark: /\bDoctrine\\(?:Migrations|DBAL\\Schema)\b/,
  role: "migration",
  back: /^(?:down|(?:pre|post)Down)$/,
  steps: {
    createTable: ({ call, node, rest }, reader) =>
      openTable(reader.create(reader.textAt(call, 0), node), node, rest, reader),
    getTable: ({ call, node, rest }, reader) =>
      openTable(reader.change(reader.textAt(call, 0), node), node, rest, reader),
    dropTable: ({ call, node }, reader) => reader.drop(reader.textAt(call, 0), node),
    renameTable: ({ call, node }, reader) => reader.rename(reader.textAt(call, 0), reader.textAt(call, 1), node),
    addSql: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  column: readCall,
  examples: [
    {
      files: {
        "migrations/Version20240101000000.php": `<?php
namespace DoctrineMigrations;
use Doctrine\\DBAL\\Schema\\Schema;
use Doctrine\\Migrations\\AbstractMigration;
final class Version20240101000000 extends AbstractMigration
{
    public function up(Schema $schema): void
    {
        $this->addSql('CREATE TABLE ports (id INT AUTO_INCREMENT NOT NULL, name VARCHAR(60) DEFAULT \\'a\\', PRIMARY KEY(id)) ENGINE = InnoDB');
        $boats = $schema->createTable('boats');
        $boats->addColumn('id', 'integer', ['autoincrement' => true, 'notnull' => true]);
        $boats->addColumn('port_id', Types::INTEGER, ['notnull' => false]);
        $boats->setPrimaryKey(['id']);
        $boats->addForeignKeyConstraint('ports', ['port_id'], ['id'], [], 'FK_1');
    }
    public function down(Schema $schema): void
    {
        $schema->dropTable('boats');
    }
}
`,
        "migrations/Version20240102000000.php": `<?php
namespace DoctrineMigrations;
use Doctrine\\DBAL\\Schema\\Schema;
final class Version20240102000000 extends AbstractMigration
{
    public function up(Schema $schema): void
    {
        $schema->getTable('ports')->addColumn('depth', 'integer');
        $table = $schema->getTable('ports');
        $table->dropColumn('name');
    }
}
`,
      },
      tables: ["boats(id integer! primary, port_id integer?) port_id->ports", "ports(id int! primary, depth integer!)"],
    },
    {
      files: {
        "migrations/Version20240103000000.php": `<?php
namespace DoctrineMigrations;
use Doctrine\\DBAL\\Schema\\Schema;
final class Version20240103000000 extends AbstractMultiPlatformMigration
{
    public function sqLiteUp(Schema $schema): void
    {
        $this->addSql('CREATE TABLE quays (id INTEGER PRIMARY KEY NOT NULL, height INTEGER)');
        $this->addSql('CREATE TABLE __temp__quays (id INTEGER)');
    }
    public function mySQLUp(Schema $schema): void
    {
        $this->addSql('CREATE TABLE docks (id INT NOT NULL, PRIMARY KEY(id))');
        $this->addSql(<<<'SQL'
            ALTER TABLE docks RENAME TO quays
        SQL);
    }
    public function mySQLDown(Schema $schema): void
    {
        $this->addSql('DROP TABLE quays');
    }
}
`,
      },
      tables: ["quays(id int! primary)"],
    },
  ],
};
