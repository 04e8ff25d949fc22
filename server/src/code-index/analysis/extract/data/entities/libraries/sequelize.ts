import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import { readSequelizeAttribute } from "#server/code-index/analysis/extract/data/sequelize-attribute.ts";
import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

import { isNullableType } from "./typeorm.ts";

function readAttribute(name: string, value: SyntaxNode, reader: EntityReader): EntityFieldFact {
  const { target, column, ...own } = readSequelizeAttribute(value, reader);
  const relation = target === null ? null : reader.toOne(target);
  return reader.field(name, value, { ...own, column: column ?? name, relation });
}

function timestamps(call: CallView | null, node: SyntaxNode, reader: EntityReader): EntityFieldFact[] {
  if (reader.flag(call, "timestamps") === false) return [];
  const isSnake = reader.flag(call, "underscored") === true;
  return [
    ["createdAt", "created_at"],
    ["updatedAt", "updated_at"],
  ].flatMap(([name = "", snaked = ""]) => {
    const written = reader.argument(call, name);
    if (reader.source(written) === "false") return [];
    return [reader.field(name, node, { column: reader.text(written) ?? (isSnake ? snaked : name), type: "DATE" })];
  });
}

function declare(
  name: string | null,
  attributes: SyntaxNode | null,
  call: CallView,
  at: { node: SyntaxNode; reader: EntityReader },
): void {
  const { node, reader } = at;
  const entries = attributes === null ? null : reader.view.entriesOf(attributes);
  if (name === null || entries === null) return;
  const fields = [...entries].map(([field, value]) => readAttribute(field, value, reader));
  reader.entity(name, node, {
    table: reader.textAt(call, "tableName"),
    kind: "stored",
    fields: [...fields, ...timestamps(call, node, reader)],
  });
}

/** `sequelize.define("boat", { … }, { tableName: "boats" })`. */
function define(node: SyntaxNode, reader: EntityReader): void {
  const call = reader.view.callOf(node);
  if (call !== null) declare(reader.textAt(call, 0), reader.argument(call, 1), call, { node, reader });
}

/** `Boat.init({ … }, { sequelize, modelName: "boat" })`. */
function init(node: SyntaxNode, reader: EntityReader): void {
  const call = reader.view.callOf(node);
  const member = call === null ? null : reader.view.memberOf(reader.view.unwrap(call.callee));
  const name = member === null ? null : reader.view.nameOf(reader.view.unwrap(member.object));
  const isModel = ["sequelize", "modelName", "tableName"].some((key) => reader.argument(call, key) !== null);
  if (call !== null && call.args.length === 2 && isModel)
    declare(name, reader.argument(call, 0), call, { node, reader });
}

/** `Boat.belongsTo(Harbour, { foreignKey: "portId", as: "port" })`. */
function belongsTo(node: SyntaxNode, reader: EntityReader): void {
  const call = reader.view.callOf(node);
  const member = call === null ? null : reader.view.memberOf(reader.view.unwrap(call.callee));
  const owner = member === null ? null : reader.lastName(reader.view.unwrap(member.object));
  const target = reader.lastName(reader.argument(call, 0));
  if (owner === null || target === null || !/^[A-Z]/.test(owner)) return;
  const name = reader.textAt(call, "as") ?? target.slice(0, 1).toLowerCase() + target.slice(1);
  const column = reader.textAt(call, "foreignKey");
  reader.register(owner, node, {
    fields: [reader.field(name, node, { column, relation: reader.toOne(target, { isKey: false }) })],
  });
}

/** Classes of sequelize-typescript. */
function readClass(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const found = reader.annotations(cls.decorators ?? []);
  const fields = cls.fields.flatMap((field): EntityFieldFact[] => {
    const own = reader.annotationsOf(field);
    if (own.has("BelongsToMany") || own.has("BelongsTo") || own.has("HasMany") || own.has("HasOne")) return [];
    const call = own.get("Column") ?? null;
    if (!own.has("Column") && !own.has("CreatedAt") && !own.has("UpdatedAt") && !own.has("DeletedAt")) return [];
    const key = reader.argument(own.get("ForeignKey") ?? null, 0);
    const made = key === null ? null : reader.view.functionOf(key);
    const target = made === null ? null : reader.lastName(reader.view.unwrap(made.body));
    const isPrimary = own.has("PrimaryKey") || reader.flag(call, "primaryKey") === true;
    const type =
      reader.lastName(reader.argument(call, "type")) ?? reader.lastName(reader.argument(call, 0)) ?? field.type;
    return [reader.field(field.name, field.node, {
      column: reader.textAt(call, "field") ?? field.name, type, isPrimary,
      isNullable: isPrimary ? false : (reader.flag(call, "allowNull") ?? (own.has("AllowNull") ? true : isNullableType(field.type))),
      relation: target === null ? null : reader.toOne(target),
    })]; // prettier-ignore
  });
  if (fields.length === 0 && !found.has("Table")) return null;
  const call = found.get("Table") ?? null;
  return { table: reader.textAt(call, "tableName"), kind: found.has("Table") ? "stored" : "abstract", fields };
}

export const sequelize: EntityLibrary = {
  name: "sequelize",
  languages: ["javascript", "typescript"],
  mark: /["']sequelize(?:-typescript)?["']|\bsequelize\.define\(|\bDataTypes\./,
  naming: {
    table: plural,
    column: (field) => field,
    key: (field) => `${field}Id`,
    id: "id",
    isWhole: true,
    inheritance: "separate",
  },
  namingCalls: [{ mark: /\bdefine:\s*\{[^{}]{0,300}?\bfreezeTableName:\s*true\b/, rule: "same" }],
  entity: readClass,
  calls: { define, init, belongsTo },
  examples: [
    {
      files: {
        "models/boat.js": `
module.exports = (sequelize, DataTypes) => {
  const Boat = sequelize.define("Boat", {
    name: { type: DataTypes.STRING(20), allowNull: false, field: "full_name" },
    size: DataTypes.INTEGER,
  }, { tableName: "boats", updatedAt: false });
  Boat.associate = (models) => {
    Boat.belongsTo(models.Harbour, { foreignKey: "portId", as: "port" });
  };
  return Boat;
};
`,
        "models/harbour.ts": `
import { DataTypes, Model } from "sequelize";
export class Harbour extends Model {}
Harbour.init({ code: { type: DataTypes.CHAR, primaryKey: true } }, { sequelize, timestamps: false });
`,
        "models/visit.ts": `
import { Table, Column, ForeignKey, BelongsTo, Model } from "sequelize-typescript";
@Table({ tableName: "visits" })
export class Visit extends Model {
  @Column({ allowNull: false })
  day: string;
  @ForeignKey(() => Harbour)
  @Column
  harbourCode: string;
  @BelongsTo(() => Harbour)
  harbour: Harbour;
}
`,
      },
      tables: [
        "Harbours(code CHAR! primary)",
        "boats(id ! primary, full_name STRING!, size INTEGER, createdAt DATE, portId ) portId->Harbours",
        "visits(id ! primary, day string!, harbourCode string) harbourCode->Harbours",
      ],
    },
  ],
};
