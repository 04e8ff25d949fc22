import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** `{ type: String, required: true }`, `String`, `[{ type: ObjectId, ref: "Boat" }]`. */
function readField(name: string, value: SyntaxNode, reader: EntityReader): EntityFieldFact {
  const { view } = reader;
  const node = view.unwrap(value);
  const items = view.itemsOf(node);
  const inner = items?.[0] === undefined ? node : view.unwrap(items[0]);
  const entries = view.entriesOf(inner);
  const type = entries?.get("type");
  const typed = type === undefined ? (entries === null ? inner : null) : view.unwrap(type);
  const ref = entries?.get("ref");
  const target = ref === undefined ? null : (reader.text(view.unwrap(ref)) ?? reader.lastName(view.unwrap(ref)));
  const isRequired = reader.source(entries?.get("required") ?? null) === "true";
  // References in a list are of the same document: no column carries a single one.
  return reader.field(name, value, {
    column: name, type: typed === null ? null : reader.lastName(typed), isNullable: !isRequired,
    relation: target !== null && items === null ? reader.toOne(target, { isKey: false }) : null,
  }); // prettier-ignore
}

function readFields(object: SyntaxNode | null, reader: EntityReader): EntityFieldFact[] {
  const entries = object === null ? null : reader.view.entriesOf(object);
  return [...(entries ?? [])].map(([name, value]) => readField(name, value, reader));
}

function readSchema(node: SyntaxNode, reader: EntityReader): void {
  const { view } = reader;
  const call = view.callOf(node);
  const holder = view.assignmentsOf(view.s.parent(node))?.[0];
  const name = holder === undefined ? null : view.nameOf(holder.target);
  const fields = readFields(reader.argument(call, 0), reader);
  if (name === null || fields.length === 0 || view.s.type(node) !== "new_expression") return;
  reader.entity(name, node, { table: reader.textAt(call, "collection"), kind: "embedded", fields });
}

/** `model("Boat", boatSchema, "boats")`: rows are documents of the schema. */
function readModel(node: SyntaxNode, reader: EntityReader): void {
  const { view } = reader;
  const call = view.callOf(node);
  const [name, schema] = [reader.textAt(call, 0), reader.lastName(reader.argument(call, 1))];
  if (name === null || schema === null) return;
  const fields = [reader.field("", node, { embeds: schema })];
  reader.entity(name, node, { table: reader.textAt(call, 2), kind: "stored", fields });
}

/** `@Schema()` classes of NestJS. */
function readClass(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const found = reader.annotations(cls.decorators ?? []);
  if (!found.has("Schema")) return null;
  const call = found.get("Schema") ?? null;
  const fields = cls.fields.flatMap((field): EntityFieldFact[] => {
    const own = reader.annotationsOf(field);
    const prop = own.get("Prop");
    if (prop === undefined) return [];
    const first = reader.argument(prop, 0);
    if (first === null) return [reader.field(field.name, field.node, { column: field.name, type: field.type })];
    const read = readField(field.name, first, reader);
    return [{ ...read, type: read.type ?? field.type, line: reader.line(field.node) }];
  });
  // Without a key of its own it is part of other documents.
  if (reader.flag(call, "_id") === false) return { kind: "embedded", fields };
  return { table: reader.textAt(call, "collection"), kind: "stored", fields };
}

export const mongoose: EntityLibrary = {
  name: "mongoose",
  languages: ["typescript", "javascript"],
  mark: /["'](?:mongoose|@nestjs\/mongoose)["']/,
  naming: {
    table: (name) => plural(name.toLowerCase()),
    column: (field) => field,
    key: (field) => field,
    id: "_id",
    isWhole: true,
    inheritance: "separate",
  },
  namingCalls: [
    { mark: /\bmongoose\.pluralize\(null\)/, rule: "same" },
    { mark: /\bmongoose\.pluralize\(\s*(?!null\b)\w/, rule: "unknown" },
  ],
  entity: readClass,
  calls: { Schema: readSchema, model: readModel },
  examples: [
    {
      files: {
        "models/boat.js": `
const mongoose = require("mongoose");
const sizeSchema = new mongoose.Schema({ length: Number });
const boatSchema = new mongoose.Schema({
  name: { type: String, required: true },
  size: sizeSchema,
  harbour: { type: mongoose.Schema.Types.ObjectId, ref: "Harbour" },
  crew: [{ type: mongoose.Schema.Types.ObjectId, ref: "Person" }],
});
module.exports = mongoose.model("Boat", boatSchema);
`,
        "models/harbour.ts": `
import { Schema, Prop } from "@nestjs/mongoose";
@Schema({ collection: "ports" })
export class Harbour {
  @Prop({ required: true })
  title: string;
}
`,
      },
      tables: [
        "boats(_id ! primary, name String!, size sizeSchema?, harbour ObjectId?, crew ObjectId?) harbour->ports",
        "ports(_id ! primary, title string!)",
      ],
    },
  ],
};
