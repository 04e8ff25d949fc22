import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { CallReader } from "./call-reader.ts";

export interface SequelizeAttribute {
  /** Null where it is named as its key. */
  column: string | null;
  type: string | null;
  isNullable: boolean | null;
  isPrimary: boolean;
  default: string | null;
  /** Table or class that it refers to; null for most. */
  target: string | null;
}

/** `DataTypes.STRING`, `{ type: DataTypes.STRING(20), allowNull: false, references: { model: "ports", key: "id" } }`. */
export function readSequelizeAttribute(value: SyntaxNode, reader: CallReader): SequelizeAttribute {
  const { view } = reader;
  const entries = view.entriesOf(view.unwrap(value));
  const valueOf = (key: string): SyntaxNode | null => entryOf(entries, key, view);
  const model = entryOf(view.entriesOf(valueOf("references") ?? -1), "model", view) ?? valueOf("references");
  const named = model === null ? null : entryOf(view.entriesOf(model), "tableName", view);
  const allowed = reader.source(valueOf("allowNull"));
  const isPrimary = reader.source(valueOf("primaryKey")) === "true";
  const given = valueOf("defaultValue");
  return {
    column: reader.text(valueOf("field")),
    type: reader.lastName(entries === null ? view.unwrap(value) : valueOf("type")),
    isNullable: isPrimary ? false : allowed === null ? null : allowed === "true",
    isPrimary,
    default: reader.text(given) ?? reader.source(given),
    target: reader.text(named ?? model) ?? (model === null || named !== null ? null : reader.lastName(model)),
  };
}

function entryOf(entries: ReadonlyMap<string, SyntaxNode> | null, key: string, view: CodeView): SyntaxNode | null {
  const found = entries?.get(key);
  return found === undefined ? null : view.unwrap(found);
}
