import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import type { LocatedSchema } from "./find-schemas.ts";

/** A column by which rows of a table refer to those of another one. */
interface TableLink {
  target: string;
  column: string | null;
  path: string;
  line: number;
}

/** What a table refers to, as the whole repository says it; else as its own lines do. */
export function linksOf(scope: CodeScope, { path, schema }: LocatedSchema): TableLink[] {
  const table = scope.repository.index
    .tables()
    .tables.find(({ name, sources }) => name === schema.name && sources.some((one) => one.path === path));
  const known = (table?.relations ?? []).filter(({ kind, column }) => kind === "one" && column !== null);
  if (known.length > 0) return known.map(({ target, column, path: at, line }) => ({ target, column, path: at, line }));
  return schema.references.map((target) => ({ target, column: null, path, line: schema.startLine }));
}
