import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

import { classArgument, isNullableType } from "./typeorm.ts";

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  for (const [name, call] of reader.annotationsOf(field)) {
    const column = reader.textAt(call, ["fieldName", "joinColumn"]);
    const isNullable = reader.flag(call, "nullable") ?? isNullableType(field.type);
    const isPrimary = /^(?:Serialized)?PrimaryKey$/.test(name) || reader.flag(call, "primary") === true;
    if (/^(?:ManyToOne|OneToOne)$/.test(name)) {
      if (name === "OneToOne" && (reader.argument(call, "mappedBy") !== null || call?.args.length === 2)) return [];
      const relation = reader.toOne(classArgument(call, field.type, reader));
      return [reader.field(field.name, field.node, { column, isNullable, isPrimary, relation })];
    }
    if (name === "ManyToMany") {
      if (reader.argument(call, "mappedBy") !== null) return [];
      const through = reader.textAt(call, "pivotTable");
      const relation = reader.toMany(classArgument(call, field.type, reader), { holdsKey: true, through });
      return [reader.field(field.name, field.node, { relation })];
    }
    if (name === "Embedded") {
      const embeds = classArgument(call, field.type, reader);
      const prefix =
        reader.flag(call, "prefix") === false ? "" : (reader.textAt(call, "prefix") ?? `${snake(field.name)}_`);
      return [reader.field(field.name, field.node, { embeds, column: prefix })];
    }
    if (!/^(?:Property|Enum|(?:Serialized)?PrimaryKey)$/.test(name) || reader.flag(call, "persist") === false) continue;
    const type = reader.textAt(call, ["columnType", "type"]) ?? field.type;
    return [reader.field(field.name, field.node, { column, type, isNullable, isPrimary })];
  }
  return [];
}

function readEntity(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const found = reader.annotations(cls.decorators ?? []);
  const fields = cls.fields.flatMap((field) => readField(field, reader));
  if (fields.length === 0 && !found.has("Entity")) return null;
  const call = found.get("Entity") ?? null;
  const isAbstract = reader.flag(call, "abstract") === true || !found.has("Entity");
  return { table: reader.textAt(call, ["tableName", "collection"]), kind: isAbstract ? "abstract" : "stored", fields };
}

export const mikroOrm: EntityLibrary = {
  name: "mikro-orm",
  languages: ["typescript", "javascript"],
  mark: /["']@mikro-orm\//,
  naming: {
    table: snake,
    column: snake,
    key: (field) => `${snake(field)}_id`,
    id: null,
    isWhole: true,
    inheritance: "single",
    between: ({ table, field, targetTable }) => ({
      table: `${table}_${snake(field)}`,
      id: null,
      columns: [`${table}_id`, `${targetTable}_id`],
    }),
  },
  namingCalls: [
    { mark: /\bnamingStrategy:/, rule: "unknown" },
    { mark: /\bnamingStrategy:\s*UnderscoreNamingStrategy\b/, rule: "snake" },
    { mark: /\bnamingStrategy:\s*EntityCaseNamingStrategy\b/, rule: "same" },
  ],
  entity: readEntity,
  examples: [
    {
      files: {
        "src/boat.ts": `
import { Entity, ManyToOne, ManyToMany, PrimaryKey, Property, Collection } from "@mikro-orm/core";
@Entity({ tableName: "boats" })
export class Boat {
  @PrimaryKey()
  id!: number;

  @Property({ fieldName: "full_name", nullable: true })
  name?: string;

  @Property({ persist: false })
  shown!: string;

  @Property()
  builtAt = new Date();

  @ManyToOne(() => Harbour)
  homeHarbour!: Harbour;

  @ManyToMany(() => Harbour)
  visits = new Collection<Harbour>(this);
}

@Entity()
export class Harbour {
  @PrimaryKey()
  id!: number;
}
`,
      },
      tables: [
        "boats(id number primary, full_name string?, built_at , home_harbour_id ) home_harbour_id->harbour",
        "boats_visits(boats_id ! primary, harbour_id ! primary) boats_id->boats harbour_id->harbour",
        "harbour(id number primary)",
      ],
    },
  ],
};
