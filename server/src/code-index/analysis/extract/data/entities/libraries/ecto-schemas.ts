import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { CallView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** "Fleet.Boats.Boat" is "Boat". */
function moduleName(text: string | null): string | null {
  return text?.split(".").at(-1) ?? null;
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const call = reader.view.callOf(field.decorators[0] ?? -1);
  const { node } = field;
  if (call === null) return [];
  if (field.type === "timestamps")
    return ["inserted_at", "updated_at"].flatMap((name) => {
      const written = reader.argument(call, name);
      if (reader.source(written) === "false") return [];
      return [
        reader.field(name, node, {
          column: reader.text(written) ?? name,
          type: reader.textAt(call, "type") ?? "naive_datetime",
        }),
      ];
    });
  const name = reader.textAt(call, 0);
  if (name === null) return [];
  const column = reader.textAt(call, "source");
  if (field.type === "belongs_to") {
    const key = reader.textAt(call, "foreign_key");
    const relation = reader.toOne(moduleName(reader.source(reader.argument(call, 1))), { isKey: false });
    return reader.flag(call, "define_field") === false ? [] : [reader.field(name, node, { column: key, relation })];
  }
  if (field.type !== "field" && field.type?.startsWith("embeds_") !== true) return [];
  if (reader.flag(call, "virtual") === true) return [];
  const type = field.type === "field" ? (reader.textAt(call, 1) ?? reader.source(reader.argument(call, 1))) : "map";
  return [reader.field(name, node, { column, type, isPrimary: reader.flag(call, "primary_key") === true })];
}

/** `@primary_key {:uuid, :binary_id, autogenerate: true}`; null where it is false. */
function keyOf(cls: EntityClass, reader: EntityReader): EntityFieldFact | null {
  const value = cls.fields.find(({ name }) => name === "@primary_key")?.value ?? null;
  if (reader.source(value) === "false") return null;
  const [name, type] = value === null ? [] : reader.texts(value);
  return reader.field(name ?? "id", value ?? cls.node, { type: type ?? "id", isPrimary: true, isNullable: false });
}

function readModule(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const { view } = reader;
  const found = view.s.children(cls.body).flatMap((node): CallView[] => {
    const call = view.callOf(node);
    return call !== null && view.nameOf(call.callee) === "schema" && call.block !== undefined ? [call] : [];
  })[0];
  if (found?.block === undefined) return null;
  const table = reader.textAt(found, 0);
  if (table === null) return null;
  const key = keyOf(cls, reader);
  const fields = view.fieldsOf(found.block).flatMap((field) => readField(field, reader));
  const isKeyed = fields.some(({ isPrimary }) => isPrimary);
  return {
    name: moduleName(cls.name) ?? cls.name,
    table,
    bases: [],
    kind: "stored",
    fields: key === null || isKeyed ? fields : [key, ...fields],
  };
}

export const ectoSchemas: EntityLibrary = {
  name: "ecto-schemas",
  languages: ["elixir"],
  mark: /^\s*schema\s*\(?\s*["@]/m,
  naming: {
    table: () => "",
    column: (field) => field,
    key: (field) => `${field}_id`,
    id: null,
    isWhole: true,
    inheritance: "separate",
  },
  entity: readModule,
  examples: [
    {
      files: {
        "lib/fleet/boat.ex": `
defmodule Fleet.Boats.Boat do
  use Fleet.Schema
  alias Fleet.Ports.Harbour

  @primary_key {:code, :binary_id, autogenerate: true}
  schema "boats" do
    field :name, :string
    field :shown, :string, virtual: true
    belongs_to :harbour, Harbour
    belongs_to :builder, Fleet.Ports.Harbour, foreign_key: :built_in
    has_many :visits, Fleet.Visit
    embeds_one :size, Size
    timestamps(updated_at: false)
  end
end
`,
        "lib/fleet/harbour.ex": `
defmodule Fleet.Ports.Harbour do
  use Ecto.Schema
  schema "harbours" do
    field :title, :string, source: :name
  end
end
`,
      },
      tables: [
        "boats(code binary_id! primary, name string, harbour_id , built_in , size map, inserted_at naive_datetime) harbour_id->harbours built_in->harbours",
        "harbours(id id! primary, name string)",
      ],
    },
  ],
};
