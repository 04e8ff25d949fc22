import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { IndexedTable } from "#server/code-index/ports/data-facts.ts";
import type { SchemaFact } from "#server/code-index/ports/facts.ts";

import { entityKey } from "./entity-key.ts";

/** Where so many of the classes have a table of their name, the classes say nothing that the tables do not. */
const describedShare = 0.3;

/**
 * The shapes of data that a repository declares, by file: tables as they are after all steps, and besides them what has
 * no table. Classes of rows are left out where the tables are known.
 */
export function listSchemas(index: CodeIndex): ReadonlyMap<string, readonly SchemaFact[]> {
  const known = listed.get(index);
  if (known !== undefined) return known;
  const made = joinSchemas(index);
  listed.set(index, made);
  return made;
}

/** An index never changes. */
const listed = new WeakMap<CodeIndex, ReadonlyMap<string, readonly SchemaFact[]>>();

function joinSchemas(index: CodeIndex): ReadonlyMap<string, readonly SchemaFact[]> {
  const { tables } = index.tables();
  const byPath = Map.groupBy(tables, ({ sources: [first] }) => first?.path ?? "");
  const names = new Set(tables.flatMap(({ name, entity }) => [name, entity ?? name]).map(entityKey));
  const declared = new Map<string, readonly SchemaFact[]>();
  for (const { path, kind } of index.files()) {
    if (kind === "vendored" || kind === "binary") continue;
    const own = index.facts(path)?.schemas ?? [];
    const all = [...own, ...(byPath.get(path) ?? []).map(schemaOfTable)];
    if (all.length > 0) declared.set(path, all);
  }
  const byFolder = Map.groupBy(declared.keys(), (path) => path.split("/")[0] ?? "");
  for (const paths of byFolder.values()) {
    const models = paths.flatMap((path) => declared.get(path) ?? []).filter(({ kind }) => kind === "model");
    const described = models.filter(({ name }) => names.has(entityKey(name)));
    const isDescribed = models.length > 0 && described.length >= describedShare * models.length;
    const isKept = ({ kind, name }: SchemaFact): boolean =>
      kind !== "model" || (!isDescribed && !names.has(entityKey(name)));
    for (const path of paths) declared.set(path, (declared.get(path) ?? []).filter(isKept));
  }
  return declared;
}

function schemaOfTable({ name, columns, relations, sources }: IndexedTable): SchemaFact {
  const { path = "", startLine = 1, endLine = 1 } = sources[0] ?? {};
  const targets = new Map(relations.map(({ column, target }) => [column, target]));
  return {
    name,
    kind: "table",
    fields: columns.map((column) => ({
      name: column.name,
      type: column.type ?? "",
      line: column.line,
      ...(column.path !== path && { path: column.path }),
      ...(targets.has(column.name) && { refersTo: targets.get(column.name) }),
    })),
    references: [...new Set(relations.map(({ target }) => target))].filter((target) => target !== name),
    startLine,
    endLine,
  };
}
