import { isPretended } from "#server/code-index/analysis/extract/apply-path.ts";
import type { ImportedNameResolver, ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { withoutPackage } from "#server/code-index/analysis/structure/without-package.ts";
import type { DataModel, IndexedDatabase, IndexedTable } from "#server/code-index/ports/data-facts.ts";

import type { DatabaseGroup } from "./compare-databases.ts";
import type { TableState } from "./database-state.ts";
import { BaseFinder } from "./entities/base-finder.ts";
import { declareTables } from "./entities/declare-tables.ts";
import { findDatabases } from "./find-databases.ts";
import type { DataFile } from "./migration-series.ts";

/** Folders whose tables are not those of the product. */
const aside =
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|documentation|benchmarks?|bench|playground|templates?|stubs?|seeds?|fixtures?|testing|test-?data|test-?files|[\w.]+\.(?:\w*tests?))\//i;

/** Programs that fill a database, for which they may make a place to try things out. */
const seeds = /(?:^|[/_.-])seeds?\.(?!sql$)\w+$/i;

/** The tables of a commit, put together from all of its files. */
export function resolveData(
  context: ResolveContext,
  names: ImportedNameResolver,
  hidden?: ReadonlySet<string>,
): DataModel {
  const files = context.files.flatMap(({ path, kind }): DataFile[] => {
    const { data } = context.links(path);
    if (
      data === null ||
      hidden?.has(path) === true ||
      kind === "vendored" ||
      isPretended(path, kind) ||
      aside.test(withoutPackage(path)) ||
      seeds.test(path)
    )
      return [];
    return [{ path, data }];
  });
  if (files.length === 0) return { databases: [], tables: [] };
  const databases = findDatabases(
    [...files, ...declareTables(files, new BaseFinder(context, names))],
    componentFinder(context),
  );
  return {
    databases: databases.map(describeDatabase),
    tables: databases.flatMap((database) =>
      [...database.state.tables.values()].map((table) => describeTable(database, table)),
    ),
  };
}

/** The nearest folder above a file that has a manifest; "" where none has. */
function componentFinder({ manifests }: ResolveContext): (path: string) => string {
  const folders = new Set(manifests.map(({ path }) => path.split("/").slice(0, -1).join("/")));
  return (path) => {
    const parts = path.split("/").slice(0, -1);
    while (parts.length > 0 && !folders.has(parts.join("/"))) parts.pop();
    return parts.join("/");
  };
}

function describeDatabase({ folder, source, state }: DatabaseGroup): IndexedDatabase {
  const isPartly = state.problems.length > 0 || [...state.tables.values()].some(({ isPartial }) => isPartial);
  return {
    folder,
    source: source === "scripts" ? "snapshot" : source,
    certainty: isPartly ? "partly" : "resolved",
    problems: state.problems,
  };
}

function describeTable({ folder, state }: DatabaseGroup, table: TableState): IndexedTable {
  return {
    name: table.name,
    entity: table.entity,
    database: folder,
    columns: [...table.columns.values()].map((column) => ({ ...column })),
    relations: table.keys.flatMap((key) => describeRelation(state, table, key)),
    indexes: table.indexes,
    sources: [
      { path: table.path, startLine: table.line, endLine: table.endLine },
      ...table.classes.map(({ path, line, endLine }) => ({ path, startLine: line, endLine })),
    ],
    certainty: table.isPartial ? "partly" : "resolved",
  };
}

function describeRelation(
  state: DatabaseGroup["state"],
  table: TableState,
  { columns, target: wanted, isAssociation, path, line }: TableState["keys"][number],
): IndexedTable["relations"] {
  const target = state.tables.get(state.keyOf(wanted));
  const isKnown = columns.every((column) => table.columns.has(column.toLowerCase()));
  if (target === undefined || (!isKnown && !table.isPartial)) return [];
  return [{
    kind: "one", target: target.name, column: columns[0] ?? null, through: null,
    origin: isAssociation === true ? "association" : "key", certainty: isKnown ? "resolved" : "partly", path, line,
  }]; // prettier-ignore
}
