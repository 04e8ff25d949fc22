import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

const maxRelationsLength = 20_000;

function attributesAbove(cls: EntityClass, reader: EntityReader): string {
  return (cls.decorators ?? []).map((one) => reader.view.s.textOf(one)).join("\n");
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact {
  const found = reader.annotationsOf(field);
  const call = found.get("sea_orm") ?? null;
  const isPrimary = call?.args.some((one) => reader.view.s.textOf(one) === "primary_key") === true;
  const inner = /^Option<([^]*)>$/.exec(field.type ?? "")?.[1];
  const column = reader.textAt(call, "column_name");
  return reader.field(field.name, field.node, {
    column,
    type: inner ?? field.type,
    isNullable: inner !== undefined,
    isPrimary,
  });
}

/** `belongs_to = "super::harbour::Entity", from = "Column::HarbourId"` of the relations beside. */
function readRelations(cls: EntityClass, fields: EntityFieldFact[], reader: EntityReader): void {
  const { s } = reader.view;
  const text = s.text.slice(s.end(cls.node), s.end(cls.node) + maxRelationsLength);
  for (const [, target = "", column = ""] of text.matchAll(
    /belongs_to\s*=\s*"(?:\w+::)*(\w+)::Entity",\s*from\s*=\s*"Column::(\w+)"/g,
  )) {
    const bare = column.toLowerCase();
    const field = fields.find(({ name }) => name.replaceAll("_", "").toLowerCase() === bare);
    if (field !== undefined) field.relation = reader.toOne(target);
  }
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const above = attributesAbove(cls, reader);
  const table = /\btable_name\s*=\s*"([^"]+)"/.exec(above)?.[1];
  if (table === undefined || !/\bDeriveEntityModel\b/.test(above)) return null;
  const fields = cls.fields.map((field) => readField(field, reader));
  readRelations(cls, fields, reader);
  return { name: table, table, bases: [], kind: "stored", fields };
}

export const seaOrm: EntityLibrary = {
  name: "sea-orm",
  languages: ["rust"],
  mark: /\bDeriveEntityModel\b/,
  naming: {
    table: (name) => name,
    column: (field) => field,
    key: (field) => field,
    id: null,
    isWhole: true,
    inheritance: "separate",
  },
  entity: readModel,
  examples: [
    {
      files: {
        "src/entities/boat.rs": `
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "boat")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i32,
    #[sea_orm(column_name = "full_name")]
    pub name: String,
    pub harbour_id: Option<i32>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::harbour::Entity", from = "Column::HarbourId", to = "super::harbour::Column::Id")]
    Harbour,
}
`,
        "src/entities/harbour.rs": `
#[derive(Clone, DeriveEntityModel)]
#[sea_orm(table_name = "harbour")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
}
`,
      },
      tables: [
        "boat(id i32! primary, full_name String!, harbour_id i32?) harbour_id->harbour",
        "harbour(id i32! primary)",
      ],
    },
  ],
};

/** Several structs may be rows of a table; the one that is read from it stands for them. */
function readRow(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const above = attributesAbove(cls, reader);
  const table = /\b(?:table_name\s*=\s*"?(?:\w+::)*(\w+)"?)/.exec(above)?.[1];
  if (table === undefined || !/\b(?:Queryable|Selectable|Identifiable)\b/.test(above)) return null;
  const fields = [...above.matchAll(/\bbelongs_to\(\s*(?:\w+::)*(\w+)(?:\s*,\s*foreign_key\s*=\s*(\w+))?/g)].map(
    ([, target = "", column]) => {
      const name = target.toLowerCase();
      return reader.field(name, cls.node, {
        column: column ?? `${name}_id`,
        relation: reader.toOne(target, { isKey: false }),
      });
    },
  );
  return { table, bases: [], kind: "stored", fields };
}

export const dieselRows: EntityLibrary = {
  name: "diesel-rows",
  languages: ["rust"],
  mark: /#\[(?:cfg_attr\([^\n]*)?(?:diesel\()?table_name\s*=/,
  naming: {
    table: (name) => name,
    column: (field) => field,
    key: (field) => `${field}_id`,
    id: null,
    isWhole: false,
    inheritance: "separate",
  },
  entity: readRow,
  examples: [
    {
      files: {
        "migrations/2024-01-01-000000_boats/up.sql":
          "CREATE TABLE boats (id int PRIMARY KEY, harbour_id int);\nCREATE TABLE ports (id int PRIMARY KEY);\n",
        "src/models.rs": `
#[derive(Queryable, Associations)]
#[diesel(belongs_to(Harbour))]
#[diesel(table_name = boats)]
pub struct Boat {
    pub id: i32,
}

#[derive(Identifiable)]
#[diesel(table_name = crate::schema::ports)]
pub struct Harbour {
    pub id: i32,
}
`,
      },
      tables: ["boats(id int primary, harbour_id int) harbour_id->ports", "ports(id int primary)"],
    },
  ],
};
