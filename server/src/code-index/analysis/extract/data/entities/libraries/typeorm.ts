import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { lowerFirst, snake, upperFirst } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { CallView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

const columns =
  /^(?:Column|PrimaryColumn|PrimaryGeneratedColumn|ObjectIdColumn|(?:Create|Update|Delete)DateColumn|VersionColumn|ViewColumn)$/;

/** The class of `() => Boat`, "Boat", and of the type where neither is written. */
export function classArgument(call: CallView | null, type: string | null, reader: EntityReader): string | null {
  const node = reader.argument(call, [0, "entity"]);
  const made = node === null ? null : reader.view.functionOf(node);
  const named = made === null ? reader.text(node) : reader.lastName(reader.view.unwrap(made.body));
  return named ?? classOfType(type);
}

/** "Relation<Boat>", "Boat[]", "Collection<Boat>", "Boat | null". */
function classOfType(type: string | null): string | null {
  const bare = type?.replaceAll(/\s*\|\s*(?:null|undefined)\b/g, "").replace(/\[\]$/, "") ?? "";
  return /^(?:\w+<)*([A-Z]\w*)>*$/.exec(bare)?.[1] ?? null;
}

export function isNullableType(type: string | null): boolean | null {
  return type === null ? null : /\|\s*(?:null|undefined)\b/.test(type) ? true : null;
}

function readField(field: FieldView, reader: EntityReader): EntityFieldFact[] {
  const found = reader.annotationsOf(field);
  const joined = found.get("JoinColumn") ?? null;
  for (const [name, call] of found) {
    if (/^(?:ManyToOne|OneToOne)$/.test(name)) {
      // The other side of one to one carries no column.
      if (name === "OneToOne" && !found.has("JoinColumn")) return [];
      const relation = reader.toOne(classArgument(call, field.type, reader));
      const column = reader.textAt(joined, "name");
      return [
        reader.field(field.name, field.node, {
          column,
          relation,
          isPrimary: found.has("PrimaryColumn"),
          isNullable: reader.flag(call, "nullable"),
        }),
      ];
    }
    if (name === "ManyToMany") {
      const table = reader.textAt(found.get("JoinTable") ?? null, "name");
      if (!found.has("JoinTable")) return [];
      const relation = reader.toMany(classArgument(call, field.type, reader), { holdsKey: true, through: table });
      return [reader.field(field.name, field.node, { relation })];
    }
    if (!columns.test(name)) continue;
    const first = reader.argument(call, 0);
    const embeds = first !== null && reader.view.functionOf(first) !== null ? classArgument(call, null, reader) : null;
    const column = reader.textAt(call, "name");
    if (embeds !== null)
      return [reader.field(field.name, field.node, { embeds, column: reader.textAt(call, "prefix") ?? field.name })];
    const type = reader.text(first) ?? reader.textAt(call, "type") ?? field.type;
    const value = reader.argument(call, "default");
    return [reader.field(field.name, field.node, {
      column, type, isPrimary: /^Primary|^ObjectId/.test(name) || reader.flag(call, "primary") === true,
      isNullable: reader.flag(call, "nullable") ?? isNullableType(field.type),
      default: reader.text(value) ?? reader.source(value),
    })]; // prettier-ignore
  }
  return [];
}

function readEntity(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const found = reader.annotations(cls.decorators ?? []);
  const fields = cls.fields.flatMap((field) => readField(field, reader));
  if (found.has("ViewEntity") || (fields.length === 0 && !found.has("Entity") && !found.has("ChildEntity")))
    return null;
  const call = found.get("Entity") ?? null;
  const isStored = found.has("Entity") || found.has("ChildEntity");
  const isSingle = found.has("TableInheritance");
  return {
    table: reader.textAt(call, 0) ?? reader.textAt(call, "name"),
    kind: isStored ? "stored" : "abstract",
    fields,
    ...(isSingle && { layout: { inheritance: "single" as const } }),
  };
}

export const typeorm: EntityLibrary = {
  name: "typeorm",
  languages: ["typescript", "javascript"],
  mark: /["']typeorm["']/,
  naming: {
    table: snake,
    column: (field) => field,
    key: (field) => `${field}Id`,
    inside: (prefix, column) => prefix + upperFirst(column),
    id: null,
    isWhole: true,
    inheritance: "separate",
    between: ({ table, field, targetTable }) => ({
      table: `${table}_${snake(field)}_${targetTable}`,
      id: null,
      columns: [`${lowerFirst(camel(table))}Id`, `${lowerFirst(camel(targetTable))}Id`],
    }),
  },
  namingCalls: [
    { mark: /\bnamingStrategy:/, rule: "unknown" },
    { mark: /\bnew SnakeNamingStrategy\(\)/, rule: "snake" },
    { mark: /\bentityPrefix:\s*(?<prefix>[^,\n}]{1,80})/ },
  ],
  entity: readEntity,
  examples: [
    {
      files: {
        "src/base.ts": `
import { PrimaryGeneratedColumn, CreateDateColumn } from "typeorm";
export abstract class Base {
  @PrimaryGeneratedColumn("uuid")
  id: string;

  @CreateDateColumn({ name: "created_at" })
  createdAt: Date;
}
`,
        "src/boat.entity.ts": `
import { Column, Entity, JoinColumn, JoinTable, ManyToMany, ManyToOne, OneToMany } from "typeorm";
import { Base } from "./base";
import { Harbour } from "./harbour.entity";

class Size {
  @Column("float")
  length: number;
}

@Entity("boats")
export class Boat extends Base {
  @Column({ type: "varchar", nullable: true, default: "x" })
  name: string | null;

  @Column(() => Size)
  size: Size;

  @ManyToOne(() => Harbour, (harbour) => harbour.boats, { nullable: false })
  @JoinColumn({ name: "harbour_id" })
  harbour: Harbour;

  @ManyToOne(() => Boat)
  twin: Boat;

  @ManyToMany(() => Harbour)
  @JoinTable()
  visits: Harbour[];

  weight: number;
}
`,
        "src/harbour.entity.ts": `
import { Entity, OneToMany, PrimaryColumn } from "typeorm";
@Entity({ name: "harbours" })
export class Harbour {
  @PrimaryColumn()
  code: string;

  @OneToMany(() => Boat, (boat) => boat.harbour)
  boats: Boat[];
}
`,
      },
      tables: [
        "boats(id uuid primary, created_at Date, name varchar? = x, sizeLength float, harbour_id !, twinId ) harbour_id->harbours twinId->boats",
        "boats_visits_harbours(boatsId ! primary, harboursId ! primary) boatsId->boats harboursId->harbours",
        "harbours(code string primary)",
      ],
    },
  ],
};

function camel(name: string): string {
  return name
    .split("_")
    .map((part, at) => (at === 0 ? part : upperFirst(part)))
    .join("");
}
