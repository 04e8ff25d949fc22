import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const value = field.value === null ? -1 : reader.view.unwrap(field.value);
  const call = reader.view.callOf(value);
  const type = call === null ? null : reader.lastName(value);
  if (call === null || type === null || !/(?:Field|ForeignKey|OneToOne|ManyToMany)$/.test(type)) return [];
  const isNullable = reader.flag(call, "null") ?? false;
  const target = reader.textAt(call, [0, "model_name", "to"])?.split(".").at(-1) ?? null;
  if (/ManyToMany/.test(type)) {
    const through = reader.textAt(call, "through");
    return [reader.field(field.name, field.node, { relation: reader.toMany(target, { holdsKey: true, through }) })];
  }
  const column = reader.textAt(call, ["source_field", "db_column"]);
  if (/^(?:ForeignKey|OneToOne)/.test(type))
    return [reader.field(field.name, field.node, { column, isNullable, relation: reader.toOne(target) })];
  const isPrimary = reader.flag(call, "pk") === true || reader.flag(call, "primary_key") === true;
  return [reader.field(field.name, field.node, { column, type, isPrimary, isNullable })];
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  if (cls.baseNames.length === 0) return null;
  const { view } = reader;
  const node = view.s.children(cls.body).find((one) => view.classOf(one)?.name === "Meta");
  const meta = node === undefined ? [] : view.fieldsOf(view.classOf(node)?.body ?? -1);
  const valueOf = (name: string) => meta.find((one) => one.name === name)?.value ?? null;
  const kind = reader.source(valueOf("abstract")) === "True" ? "abstract" : "open";
  return {
    table: reader.text(valueOf("table")),
    kind,
    fields: cls.fields.flatMap((field) => readField(field, reader)),
  };
}

export const tortoise: EntityLibrary = {
  name: "tortoise",
  languages: ["python"],
  mark: /\btortoise\b/,
  roots: /^Model$/,
  naming: {
    table: (name) => name.toLowerCase(),
    column: (field) => field,
    key: (field) => `${field}_id`,
    id: "id",
    isWhole: true,
    inheritance: "separate",
    between: ({ table, targetTable }) => ({
      table: `${table}_${targetTable}`,
      id: null,
      columns: [`${table}_id`, `${targetTable}_id`],
    }),
  },
  entity: readModel,
  examples: [
    {
      files: {
        "models.py": `
from tortoise import fields
from tortoise.models import Model

class Stamped(Model):
    made = fields.DatetimeField(auto_now=True)

    class Meta:
        abstract = True

class Harbour(Stamped):
    code = fields.CharField(20, pk=True)

class Boat(Stamped):
    harbour = fields.ForeignKeyField("models.Harbour", null=True)
    visits = fields.ManyToManyField("models.Harbour", through="boat_visits")

    class Meta:
        table = "boats"
`,
      },
      tables: [
        "boat_visits(boats_id ! primary, harbour_id ! primary) boats_id->boats harbour_id->harbour",
        "boats(id ! primary, made DatetimeField!, harbour_id ?) harbour_id->harbour",
        "harbour(made DatetimeField!, code CharField! primary)",
      ],
    },
  ],
};
