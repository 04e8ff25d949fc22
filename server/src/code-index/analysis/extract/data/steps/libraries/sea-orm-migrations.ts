import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { StepLibrary } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const maxVariantsLength = 4_000;
/** Of one file. */
const maxEnums = 100;

/** "boat" of `Boat::Table`, "harbour_id" of `Boat::HarbourId`, "x" of `Alias::new("x")`. */
function nameOf(node: SyntaxNode | null | undefined, reader: StepReader): string | null {
  if (node === null || node === undefined) return null;
  const { view } = reader;
  const inner = view.unwrap(node);
  const call = view.callOf(inner);
  const text = reader.text(call === null ? inner : reader.argument(call, 0));
  if (text !== null) return text;
  const [type, variant] = view.pathNames?.(inner)?.slice(-2) ?? [];
  if (type === undefined || variant === undefined) return null;
  return writtenName(type, variant, reader) ?? snake(variant === "Table" ? type : variant);
}

/** `#[sea_orm(iden = "boats")]` above a variant of the names. */
function writtenName(type: string, variant: string, reader: StepReader): string | null {
  return new RegExp(`iden\\s*=\\s*"([^"]+)"[^\\n]*\\s*${variant}\\b`).exec(variantsOf(type, reader))?.[1] ?? null;
}

/** Texts of enumerations, by the file that is read. */
const variants = new WeakMap<StepReader, Map<string, string>>();

function variantsOf(type: string, reader: StepReader): string {
  const known = variants.get(reader) ?? new Map<string, string>();
  variants.set(reader, known);
  const found = known.get(type);
  if (found !== undefined || known.size >= maxEnums) return found ?? "";
  const { text } = reader.view.s;
  const at = text.search(new RegExp(`\\benum\\s+${type}\\b`));
  const body = at < 0 ? "" : text.slice(at, Math.min(at + maxVariantsLength, text.indexOf("}", at)));
  known.set(type, body);
  return body;
}

/** `ColumnDef::new(Boat::Id).integer().not_null()`, `string_null(Boat::Name)`. */
function readColumn(node: SyntaxNode, reader: StepReader, draft: TableDraft): void {
  const { links } = reader.chain(node);
  const [first, ...rest] = links;
  if (first === undefined || first.call === null) return;
  const has = (name: string) => rest.some((one) => one.name === name);
  const isLong = first.name === "new" || first.name === "new_with_type";
  const type = isLong
    ? (rest.find(({ call }) => call !== null)?.name ?? null)
    : first.name.replace(/_(?:null|uniq|len)\b/g, "");
  const isPrimary = has("primary_key") || first.name.startsWith("pk_");
  const isNullable = isPrimary || has("not_null") ? false : isLong ? true : first.name.endsWith("_null");
  reader.column(draft, nameOf(first.call.args[0], reader), node, { type, isPrimary, isNullable });
}

/** `ForeignKey::create().from(Boat::Table, Boat::HarbourId).to(Harbour::Table, Harbour::Id)`. */
function readKey(node: SyntaxNode | null, reader: StepReader, given: TableDraft | null): void {
  if (node === null) return;
  const { links } = reader.chain(node);
  const argumentsOf = (name: string) => links.find((one) => one.name === name)?.call?.args ?? [];
  const [table, ...columns] = argumentsOf("from").map((one) => nameOf(one, reader));
  const target = nameOf(argumentsOf("to")[0], reader);
  const draft = given ?? reader.change(table ?? null, node);
  reader.key(draft, { columns: columns.filter((one) => one !== null), target }, node);
}

function tableLink(node: SyntaxNode | null, reader: StepReader): { links: CallLink[]; table: string | null } {
  const links = node === null ? [] : reader.chain(node).links;
  return { links, table: nameOf(links.find(({ name }) => name === "table")?.call?.args[0], reader) };
}

function createTable(node: SyntaxNode, reader: StepReader): void {
  const { links, table } = tableLink(reader.argument(reader.view.callOf(node), 0), reader);
  const draft = reader.create(table, node);
  if (draft === null) return;
  for (const { name, call } of links) {
    const first = reader.argument(call, 0);
    if (name === "col" && first !== null) readColumn(first, reader, draft);
    if (name === "foreign_key") readKey(first, reader, draft);
    if (name !== "primary_key" || first === null) continue;
    const columns = reader.chain(first).links.filter((one) => one.name === "col");
    reader.primary(
      draft,
      columns.flatMap((one) => nameOf(one.call?.args[0], reader) ?? []),
      node,
    );
  }
}

function alterTable(node: SyntaxNode, reader: StepReader): void {
  const { links, table } = tableLink(reader.argument(reader.view.callOf(node), 0), reader);
  const draft = reader.change(table, node);
  if (draft === null) return;
  for (const { name, call } of links) {
    const first = reader.argument(call, 0);
    if (name.startsWith("add_column") && first !== null) readColumn(first, reader, draft);
    if (name === "drop_column") reader.dropColumns(table, [nameOf(first, reader)], node);
    if (name === "rename_column")
      reader.renameColumn(table, nameOf(first, reader), nameOf(reader.argument(call, 1), reader), node);
  }
}

export const seaOrmMigrations: StepLibrary = {
  name: "sea-orm",
  languages: ["rust"],
  mark: /\bMigrationTrait\b/,
  role: "migration",
  back: /^down$/,
  steps: {
    create_table: ({ node }, reader) => createTable(node, reader),
    alter_table: ({ node }, reader) => alterTable(node, reader),
    drop_table: ({ call, node }, reader) => reader.drop(tableLink(reader.argument(call, 0), reader).table, node),
    rename_table: ({ call, node }, reader) => {
      const { links } = tableLink(reader.argument(call, 0), reader);
      const [from, to] = links.find(({ name }) => name === "table")?.call?.args ?? [];
      reader.rename(nameOf(from, reader), nameOf(to, reader), node);
    },
    create_foreign_key: ({ call }, reader) => readKey(reader.argument(call, 0), reader, null),
    execute_unprepared: ({ call }, reader) => reader.sql(reader.argument(call, 0)),
  },
  examples: [
    {
      files: {
        "migration/src/m20240101_000001_boats.rs": `
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(Table::create().table(Harbour::Table).if_not_exists().col(pk_auto(Harbour::Id)).col(string_null(Harbour::Name)).to_owned())
            .await?;
        manager
            .create_table(
                Table::create()
                    .table(Boat::Table)
                    .col(ColumnDef::new(Boat::Id).integer().not_null().primary_key())
                    .col(ColumnDef::new(Boat::HarbourId).integer())
                    .foreign_key(ForeignKey::create().name("fk").from(Boat::Table, Boat::HarbourId).to(Harbour::Table, Harbour::Id))
                    .to_owned(),
            )
            .await
    }
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table(Boat::Table).to_owned()).await
    }
}

#[derive(DeriveIden)]
enum Boat {
    #[sea_orm(iden = "boats")]
    Table,
    Id,
    HarbourId,
}
#[derive(DeriveIden)]
enum Harbour {
    Table,
    Id,
    Name,
}
`,
        "migration/src/m20240102_000001_more.rs": `
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table(Alias::new("boats"))
                    .add_column(ColumnDef::new(Alias::new("depth")).double().not_null())
                    .to_owned(),
            )
            .await
    }
}
`,
      },
      tables: [
        "boats(id integer! primary, harbour_id integer?, depth double!) harbour_id->harbour",
        "harbour(id pk_auto! primary, name string?)",
      ],
    },
  ],
};
