import type { CallLink } from "#server/code-index/analysis/extract/data/call-reader.ts";
import type { StepLibrary, StepRule } from "#server/code-index/analysis/extract/data/steps/step-library.ts";
import type { StepReader, TableDraft } from "#server/code-index/analysis/extract/data/steps/step-reader.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";

/** What the first argument is about: `table(:boats)` or `index(:boats, [:name])`. */
function subjectOf(call: CallView, reader: StepReader): { kind: string; call: CallView; table: string | null } | null {
  const first = reader.argument(call, 0);
  const inner = first === null ? null : reader.view.callOf(first);
  const kind = reader.lastName(first);
  return inner === null || kind === null ? null : { kind, call: inner, table: reader.textAt(inner, 0) };
}

const create: StepRule = ({ call, node }, reader) => {
  const subject = subjectOf(call, reader);
  if (subject === null) return;
  if (/^(?:unique_)?index$/.test(subject.kind)) {
    const isOfAll = reader.argument(subject.call, "where") === null;
    const isUnique = isOfAll && (subject.kind === "unique_index" || reader.flag(subject.call, "unique") === true);
    if (subject.table !== null)
      reader.index(reader.change(subject.table, node), reader.textsAt(subject.call, 1), node, {
        name: reader.textAt(subject.call, "name"),
        isUnique,
      });
    return;
  }
  if (subject.kind !== "table") return;
  const draft = reader.create(subject.table, node);
  const key = reader.source(reader.argument(subject.call, "primary_key"));
  if (key !== "false") reader.column(draft, "id", node, { type: "bigserial", isNullable: false, isPrimary: true });
  reader.within(draft, call.block ?? null);
};

const drop: StepRule = ({ call, node }, reader) => {
  const subject = subjectOf(call, reader);
  if (subject?.kind === "table") reader.drop(subject.table, node);
  if (subject === null || !/^(?:unique_)?index$/.test(subject.kind)) return;
  const at = { name: reader.textAt(subject.call, "name"), columns: reader.textsAt(subject.call, 1) };
  reader.dropIndex(subject.table, at, node);
};

function readField({ call, node }: CallLink, reader: StepReader, draft: TableDraft, isChanged: boolean): void {
  const name = reader.textAt(call, 0);
  const given = reader.argument(call, 1);
  const inner = given === null ? null : reader.view.callOf(given);
  const isReference = reader.lastName(given) === "references";
  const type = isReference ? (reader.textAt(inner, "type") ?? "bigint") : (reader.text(given) ?? reader.source(given));
  const isNullable = reader.flag(call, "null");
  if (isChanged) reader.alterColumn(draft.table, name, { type, ...(isNullable !== null && { isNullable }) }, node);
  else {
    const value = reader.argument(call, "default");
    const isPrimary = reader.flag(call, "primary_key") === true;
    reader.column(draft, name, node, {
      type,
      isNullable,
      isPrimary,
      default: reader.text(value) ?? reader.source(value),
    });
  }
  if (isReference && name !== null) {
    if (isChanged) reader.dropKey(draft.table, { columns: [name] }, node);
    const key = { columns: [name], target: reader.textAt(inner, 0) };
    if (isChanged) reader.key({ ...draft, made: null }, key, node);
    else reader.key(draft, key, node);
  }
}

export const ectoMigrations: StepLibrary = {
  name: "ecto",
  languages: ["elixir"],
  mark: /\buse\s+Ecto\.Migration\b/,
  role: "migration",
  back: /^down$/,
  steps: {
    create,
    create_if_not_exists: create,
    drop,
    drop_if_exists: drop,
    alter: ({ call, node }, reader) => {
      const subject = subjectOf(call, reader);
      if (subject?.kind === "table") reader.within(reader.change(subject.table, node), call.block ?? null);
    },
    rename: ({ call, node }, reader) => {
      const subject = subjectOf(call, reader);
      if (subject?.kind !== "table") return;
      const to = reader.argument(call, "to");
      const other = to === null ? null : reader.view.callOf(to);
      if (other === null) reader.renameColumn(subject.table, reader.textAt(call, 1), reader.text(to), node);
      else reader.rename(subject.table, reader.textAt(other, 0), node);
    },
    execute: ({ call }, reader) => reader.sql(call.args[0] ?? null),
  },
  column: (link, _rest, reader, draft) => {
    const { name, call, node } = link;
    if (/^add(?:_if_not_exists)?$/.test(name)) readField(link, reader, draft, false);
    else if (name === "modify") readField(link, reader, draft, true);
    else if (/^remove(?:_if_exists)?$/.test(name)) reader.dropColumns(draft.table, [reader.textAt(call, 0)], node);
    else if (name === "timestamps")
      for (const [key, usual] of [
        ["inserted_at", "inserted_at"],
        ["updated_at", "updated_at"],
      ] as const) {
        const given = reader.argument(call, key);
        if (reader.source(given) === "false") continue;
        reader.column(draft, reader.text(given) ?? usual, node, { type: "naive_datetime", isNullable: false });
      }
  },
  examples: [
    {
      files: {
        "priv/repo/migrations/20240101000000_boats.exs": `
defmodule Fleet.Repo.Migrations.Boats do
  use Ecto.Migration

  def change do
    create table(:harbours, primary_key: false) do
      add :id, :uuid, primary_key: true
      add :name, :string, null: false
    end

    create table("boats") do
      add :harbour_id, references(:harbours, type: :uuid, on_delete: :delete_all), null: false
      add(:draft, :float, default: 1.5)
      timestamps(updated_at: false)
    end

    create unique_index(:boats, [:harbour_id])
    create table(:old)
  end
end
`,
        "priv/repo/migrations/20240102000000_more.exs": `
defmodule Fleet.Repo.Migrations.More do
  use Ecto.Migration

  def up do
    alter table(:boats) do
      remove :draft
      add :crew, {:array, :string}
      modify :harbour_id, references(:harbours, type: :uuid), null: true
    end

    rename table(:harbours), :name, to: :title
    drop table(:old)
    execute "ALTER TABLE boats ADD COLUMN port text"
  end

  def down do
    drop table(:boats)
  end
end
`,
      },
      tables: [
        "boats(id bigserial! primary, harbour_id uuid?, inserted_at naive_datetime!, crew {:array, :string}, port text) harbour_id->harbours",
        "harbours(id uuid primary, title string!)",
      ],
    },
  ],
};
