import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake, upperFirst } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import { singular } from "#server/code-index/analysis/text/word-numbers.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** "harbour_master" is the class "HarbourMaster". */
function classNamed(name: string): string {
  return name.split("_").map(upperFirst).join("");
}

/** `belongs_to :harbour, class_name: "Ports::Harbour", foreign_key: :port_id`. */
function readField(field: FieldView, cls: EntityClass, reader: EntityReader): EntityFieldFact[] {
  const call = reader.view.callOf(field.decorators[0] ?? -1);
  if (call === null || (field.type !== "belongs_to" && field.type !== "has_and_belongs_to_many")) return [];
  const name = reader.textAt(call, 0);
  if (name === null) return [];
  const written = reader.textAt(call, "class_name")?.split("::").at(-1);
  if (field.type === "has_and_belongs_to_many") {
    const target = written ?? classNamed(singular(name));
    const through = reader.textAt(call, "join_table");
    return [reader.field(name, field.node, { relation: reader.toMany(target, { holdsKey: true, through }) })];
  }
  const isPolymorphic = reader.source(reader.argument(call, "polymorphic")) === "true";
  if (isPolymorphic) return [];
  const column = reader.textAt(call, "foreign_key");
  const target = written === cls.name ? cls.name : (written ?? classNamed(name));
  return [reader.field(name, field.node, { column, relation: reader.toOne(target, { isKey: false }) })];
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  if (cls.baseNames.length === 0 || reader.view.s.type(cls.node) !== "class") return null;
  const fields = cls.fields.flatMap((field) => readField(field, cls, reader));
  const valueOf = (name: string) => cls.fields.find((one) => one.name === `self.${name}`)?.value ?? null;
  const isAbstract =
    reader.source(valueOf("abstract_class")) === "true" ||
    /^primary_abstract_class$/m.test(reader.view.s.textOf(cls.body).slice(0, 400));
  return { table: reader.text(valueOf("table_name")), kind: isAbstract ? "abstract" : "open", fields };
}

export const activeRecord: EntityLibrary = {
  name: "active-record",
  languages: ["ruby"],
  mark: /<\s*(?:::)?(?:ApplicationRecord|ActiveRecord::Base)\b|\b(?:belongs_to|has_many|has_one)\s+:/,
  roots: /^(?:ApplicationRecord|Base)$/,
  naming: {
    table: (name) => plural(snake(name.split("::").at(-1) ?? name)),
    column: (field) => field,
    key: (field) => `${field}_id`,
    id: null,
    isWhole: false,
    inheritance: "single",
    between: ({ table, entity, target, targetTable }) => ({
      table: [table, targetTable].sort().join("_"),
      id: null,
      columns: [`${snake(entity)}_id`, `${snake(target)}_id`],
    }),
  },
  namingCalls: [
    { mark: /\bpluralize_table_names\s*=\s*false\b/, rule: "snake" },
    { mark: /\b(?:active_record|ActiveRecord::Base)\.table_name_prefix\s*=\s*(?<prefix>[^\n#]{1,80})/ },
  ],
  entity: readModel,
  examples: [
    {
      files: {
        "db/schema.rb": `
ActiveRecord::Schema[7.1].define(version: 2024_01_01_000000) do
  create_table "boats", force: :cascade do |t|
    t.bigint "harbour_id"
    t.bigint "captain_id"
    t.bigint "owner_id"
    t.string "type"
  end
  create_table "ports", force: :cascade do |t|
  end
  create_table "people", force: :cascade do |t|
  end
  create_table "boats_ports", id: false, force: :cascade do |t|
    t.bigint "boat_id"
    t.bigint "harbour_id"
  end
end
`,
        "app/models/application_record.rb": `
class ApplicationRecord < ActiveRecord::Base
  self.abstract_class = true
end
`,
        "app/models/boat.rb": `
class Boat < ApplicationRecord
  belongs_to :harbour
  belongs_to :captain, class_name: "Person", optional: true
  belongs_to :owner, polymorphic: true
  belongs_to :engine
  has_many :visits
  has_and_belongs_to_many :harbours
end
class Ferry < Boat
end
`,
        "app/models/harbour.rb": `
class Harbour < ApplicationRecord
  self.table_name = "ports"
end
class Person < ApplicationRecord
end
`,
      },
      tables: [
        "boats(id bigint! primary, harbour_id bigint, captain_id bigint, owner_id bigint, type string) harbour_id->ports captain_id->people",
        "boats_ports(boat_id bigint, harbour_id bigint) boat_id->boats harbour_id->ports",
        "people(id bigint! primary)",
        "ports(id bigint! primary)",
      ],
    },
  ],
};
