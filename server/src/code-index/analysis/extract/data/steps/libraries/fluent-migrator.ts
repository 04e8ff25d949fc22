import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepLink, StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { ColumnFact } from "#server/code-index/ports/data-facts.ts";

/** "Create" of `Create.Table("boats")` and of `IfDatabase("sqlite").Create.Table("boats")`. */
function verbOf({ before, node }: StepLink, reader: StepReader): string | null {
  const { root } = reader.chain(node);
  return before.at(-1)?.name ?? (root === null ? null : reader.view.nameOf(root));
}

/** What follows the name of a column says what it is, up to the next one. */
function readColumns(draft: TableDraft | null, rest: readonly CallLink[], reader: StepReader): void {
  let column: ColumnFact | null = null;
  let altered: string | null = null;
  for (const { name, call, node } of rest) {
    if (name === "WithColumn" || name === "AddColumn") {
      column = reader.column(draft, reader.textAt(call, 0), node, { isNullable: false });
      altered = null;
    } else if (name === "AlterColumn") {
      altered = reader.textAt(call, 0);
      column = null;
    } else if (/^As[A-Z]/.test(name)) {
      const type = name === "AsCustom" ? reader.textAt(call, 0) : name.slice(2).toLowerCase();
      if (column !== null) column.type = type;
      else if (altered !== null) reader.alterColumn(draft?.table ?? null, altered, { type }, node);
    } else if (name === "Nullable" || name === "NotNullable") {
      const isNullable = name === "Nullable";
      if (column !== null) column.isNullable = isNullable;
      else if (altered !== null) reader.alterColumn(draft?.table ?? null, altered, { isNullable }, node);
    } else if (column !== null && (name === "PrimaryKey" || name === "Identity")) column.isPrimary = true;
    else if (column !== null && (name === "ForeignKey" || name === "References")) {
      const texts = reader.allTexts(call);
      reader.key(
        draft,
        { columns: [column.name], target: texts.at(-2) ?? null, name: texts.length > 2 ? (texts[0] ?? null) : null },
        node,
      );
    } else if (column !== null && name === "WithDefaultValue") column.default = reader.source(reader.argument(call, 0));
  }
}

function textOf(links: readonly CallLink[], name: string, reader: StepReader): string | null {
  return reader.textAt(links.find((one) => one.name === name)?.call ?? null, 0);
}

function readTable(link: StepLink, reader: StepReader): void {
  const verb = verbOf(link, reader);
  const { call, node, rest } = link;
  const table = reader.textAt(call, 0);
  if (verb === "Create") {
    const draft = reader.create(table, node);
    // An extension of Servarr's: tables of models have a key.
    if (link.name === "TableForModel")
      reader.column(draft, "Id", node, { type: "int32", isNullable: false, isPrimary: true });
    readColumns(draft, rest, reader);
  } else if (verb === "Alter") readColumns(reader.change(table, node), rest, reader);
  else if (verb === "Delete") reader.drop(table, node);
  else if (verb === "Rename") reader.rename(table, textOf(rest, "To", reader), node);
}

function readColumn(link: StepLink, reader: StepReader): void {
  const verb = verbOf(link, reader);
  const { call, node, rest } = link;
  const table = textOf(rest, verb === "Delete" ? "FromTable" : "OnTable", reader);
  const name = reader.textAt(call, 0);
  if (verb === "Create") {
    const draft = reader.change(table, node);
    readColumns(draft, [{ ...link, name: "AddColumn" }, ...rest], reader);
  } else if (verb === "Delete") {
    const more = rest.filter((one) => one.name === "Column").map((one) => reader.textAt(one.call, 0));
    reader.dropColumns(table, [name, ...more], node);
  } else if (verb === "Rename") reader.renameColumn(table, name, textOf(rest, "To", reader), node);
  else if (verb === "Alter")
    readColumns(reader.change(table, node), [{ ...link, name: "AlterColumn" }, ...rest], reader);
}

function readKey(link: StepLink, reader: StepReader): void {
  const verb = verbOf(link, reader);
  const { call, node, rest } = link;
  const name = reader.textAt(call, 0);
  if (verb === "Create") {
    const columns = reader.textsAt(rest.find((one) => /^ForeignColumns?$/.test(one.name))?.call ?? null, 0);
    reader.key(
      reader.change(textOf(rest, "FromTable", reader), node),
      { columns, target: textOf(rest, "ToTable", reader), name },
      node,
    );
  } else if (verb === "Delete") {
    const table = textOf(rest, "OnTable", reader) ?? textOf(rest, "FromTable", reader);
    if (name !== null) reader.dropKey(table, { name }, node);
  }
}

export const fluentMigrator: StepLibrary = {
  name: "fluent-migrator",
  languages: ["csharp"],
  mark: /\bFluentMigrator\b/,
  role: "migration",
  back: /^Down$/,
  steps: {
    Table: readTable,
    TableForModel: readTable,
    Column: readColumn,
    ForeignKey: readKey,
    Sql: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  examples: [
    {
      files: {
        "src/Migration/001_boats.cs": `
using FluentMigrator;
[Migration(1)]
public class Boats : Migration
{
    public override void Up()
    {
        Create.TableForModel("Ports").WithColumn("Name").AsString().Unique();
        Create.Table("Boats")
            .WithColumn("Id").AsInt64().PrimaryKey().Identity()
            .WithColumn("PortId").AsInt32().Nullable().ForeignKey("Ports", "Id")
            .WithColumn("Size").AsInt32().WithDefaultValue(1);
        Create.Index().OnTable("Boats").OnColumn("Size");
    }
    public override void Down() { Delete.Table("Boats"); }
}
`,
        "src/Migration/002_more.cs": `
using FluentMigrator;
[Migration(2)]
public class More : Migration
{
    protected override void MainDbUpgrade()
    {
        Alter.Table("Boats").AddColumn("Home").AsInt32().Nullable().AddColumn("Notes").AsString();
        Delete.Column("Size").FromTable("Boats");
        Rename.Column("Notes").OnTable("Boats").To("Remarks");
        Create.ForeignKey("FK_Home").FromTable("Boats").ForeignColumn("Home").ToTable("Ports").PrimaryColumn("Id");
        Execute.Sql("ALTER TABLE Ports ADD COLUMN Depth int");
        Rename.Table("Boats").To("Ships");
    }
}
`,
      },
      tables: [
        "Ports(Id int32! primary, Name string!, Depth int)",
        "Ships(Id int64! primary, PortId int32?, Home int32?, Remarks string!) PortId->Ports Home->Ports",
      ],
    },
  ],
};
