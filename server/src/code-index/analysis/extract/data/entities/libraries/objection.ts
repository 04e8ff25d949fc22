import type { EntityDraft } from "#server/code-index/analysis/extract/data/entities/entity-draft.ts";
import type { EntityClass, EntityLibrary } from "#server/code-index/analysis/extract/data/entities/entity-library.ts";
import type { EntityReader } from "#server/code-index/analysis/extract/data/entities/entity-reader.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { EntityFieldFact } from "#server/code-index/ports/data-facts.ts";

/** `static tableName = "boats"`, `static get tableName() { return "boats"; }`. */
function staticValue(cls: EntityClass, name: string, reader: EntityReader): SyntaxNode | null {
  const field = cls.fields.find((one) => one.name === name);
  if (field?.value) return reader.view.unwrap(field.value);
  const { view } = reader;
  for (const node of view.s.children(cls.body)) {
    const method = view.functionOf(node);
    if (method?.name !== name) continue;
    for (const statement of view.s.children(method.body)) {
      const value = view.returnOf(statement);
      if (value !== null) return view.unwrap(value);
    }
  }
  return null;
}

/** `{ relation: Model.BelongsToOneRelation, join: { from: "boats.harbourId", to: "harbours.id" } }`. */
function readRelation(name: string, value: SyntaxNode, reader: EntityReader): EntityFieldFact[] {
  const { view } = reader;
  const entries = view.entriesOf(view.unwrap(value));
  const kind = reader.lastName(entries?.get("relation") ?? null);
  const join = view.entriesOf(view.unwrap(entries?.get("join") ?? -1));
  const [from, to] = ["from", "to"].map((key) => reader.text(join?.get(key) ?? null)?.split(".") ?? []);
  if (kind !== "BelongsToOneRelation" || from?.length !== 2 || to?.length !== 2) return [];
  const relation = reader.toOne(to[0] ?? null, { isKey: false });
  return [reader.field(name, value, { column: from[1] ?? null, relation })];
}

function readModel(cls: EntityClass, reader: EntityReader): EntityDraft | null {
  const table = reader.text(staticValue(cls, "tableName", reader));
  if (table === null) return null;
  const mappings = staticValue(cls, "relationMappings", reader);
  const object = mappings === null ? null : (reader.view.functionOf(mappings)?.body ?? mappings);
  const entries = object === null ? null : reader.view.entriesOf(reader.view.unwrap(object));
  return {
    table,
    kind: "stored",
    fields: [...(entries ?? [])].flatMap(([name, value]) => readRelation(name, value, reader)),
  };
}

export const objection: EntityLibrary = {
  name: "objection",
  languages: ["javascript", "typescript"],
  mark: /\btableName\b/,
  naming: {
    table: () => "",
    column: (field) => field,
    key: (field) => field,
    id: null,
    isWhole: false,
    inheritance: "separate",
  },
  entity: readModel,
  examples: [
    {
      files: {
        "schema.sql": "CREATE TABLE boats (id int, harbourId int);\nCREATE TABLE harbours (id int);\n",
        "models/boat.js": `
const { Model } = require("objection");
class Boat extends Model {
  static get tableName() {
    return "boats";
  }
  static get relationMappings() {
    return {
      harbour: { relation: Model.BelongsToOneRelation, modelClass: Harbour, join: { from: "boats.harbourId", to: "harbours.id" } },
    };
  }
}
class Harbour extends Model {
  static tableName = "harbours";
}
`,
      },
      tables: ["boats(id int, harbourId int) harbourId->harbours", "harbours(id int)"],
    },
  ],
};
