import { extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { resolveData } from "#server/code-index/analysis/structure/data/resolve-data.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { nameResolver } from "#server/code-index/analysis/structure/resolve-imports.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks, type ContentLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { DataModel, IndexedTable } from "#server/code-index/ports/data-facts.ts";

/** The tables of a repository that holds these files alone. */
export async function resolveFiles(files: Readonly<Record<string, string>>): Promise<DataModel> {
  const links = new Map<string, ContentLinks>();
  for (const [path, text] of Object.entries(files)) {
    const { facts } = await extractContent({ pathClass: classifyPath(path), bytes: Buffer.from(text) });
    links.set(path, facts);
  }
  const indexed = [...links.keys()].map((path) => {
    const { kind, language } = classifyPath(path);
    return { path, oid: "", size: 0, lines: 0, kind, language };
  });
  const context: ResolveContext = {
    files: indexed,
    has: (path) => links.has(path),
    links: (path) => links.get(path) ?? emptyLinks,
    manifests: [],
  };
  return resolveData(context, nameResolver(context));
}

/** "boats(id bigint! primary, name string?) harbour_id->harbours". */
export function showTable({ name, columns, relations }: IndexedTable): string {
  const shown = columns.map(
    ({ name: column, type, isNullable, isPrimary, default: value }) =>
      `${column} ${type ?? ""}${isNullable === null ? "" : isNullable ? "?" : "!"}${isPrimary ? " primary" : ""}${value === null ? "" : ` = ${value}`}`,
  );
  const related = relations.map(({ column, target, through }) => ` ${column ?? `(${through ?? ""})`}->${target}`);
  return `${name}(${shown.join(", ")})${related.join("")}`;
}
