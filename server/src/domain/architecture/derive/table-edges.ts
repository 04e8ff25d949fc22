import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ShownEdge } from "./edge-builder.ts";
import type { ServiceLayout } from "./service-layout.ts";

/** That one search is for. */
const maxNames = 400;
const maxLinesPerFile = 500;
const deadlineMs = 2_000;
/** Names that are words of other things as well, or of what every database has. */
const vague = /^(?:.{1,3}|information_schema.*|pg_.*|sqlite_.*|dual|select|values|table|tables|data|users?_view)$/i;

interface OwnTable {
  serviceId: string;
}

export interface TableEdges {
  edges: ShownEdge[];
  /** There may be more. */
  isCutOff: boolean;
  /** Time ran out: asked again, it may find more. */
  isLate: boolean;
}

/**
 * Tables of one service that another one's code reads or writes: it declares rows of theirs, or names them in SQL. Who has
 * a table of that name too, has its own. Rows whose declaration the owner itself imports are the owner's: it maps classes of
 * a domain that knows nothing of the database.
 */
export async function findTableEdges(
  repository: IndexedRepository,
  layout: ServiceLayout,
  imports: readonly ShownEdge[],
): Promise<TableEdges> {
  const { repositoryId, index } = repository;
  if (layout.services.filter((service) => service.repositoryId === repositoryId).length < 2)
    return { edges: [], isCutOff: false, isLate: false };
  const owners = new Map<string, Map<string, OwnTable>>();
  const edges: ShownEdge[] = [];
  const imported = new Set(imports.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`));
  const sourceOf = new Map(index.tables().databases.map(({ folder, source }) => [folder, source]));
  const stores = storeFolders(index);
  for (const { name, sources, database, certainty } of index.tables().tables) {
    if (certainty === "unknown") continue;
    const [first, ...others] = sources;
    // What a store is filled with as it starts is no service's before another's.
    const isOfStore = first === undefined || stores.some((folder) => first.path.startsWith(`${folder}/`));
    const ownerId = isOfStore ? null : layout.ownerOf(repositoryId, first.path);
    if (ownerId === null) continue;
    // Rows that code only describes are the table of whoever changes the database.
    const isMigrated = sourceOf.get(database) !== "declarations";
    const key = name.toLowerCase();
    const known = owners.get(key) ?? new Map<string, OwnTable>();
    owners.set(key, known.set(ownerId, { serviceId: ownerId }));
    for (const source of isMigrated ? others : []) {
      const sourceId = layout.ownerOf(repositoryId, source.path);
      if (sourceId === null || sourceId === ownerId || imported.has(`${ownerId} ${sourceId}`)) continue;
      const places = [locationIn(repository, source)];
      edges.push({ sourceId, targetId: ownerId, kind: "shared-table", isCertain: true, places });
    }
  }
  const queried = await findInQueries(repository, layout, owners);
  return { ...queried, edges: [...edges, ...queried.edges] };
}

/** Folders that the images of stores are built of. */
function storeFolders(index: IndexedRepository["index"]): string[] {
  return index.system().nodes.flatMap(({ kind, folder }) => (kind === "store" && folder ? [folder] : []));
}

/** Tables that SQL in the code names: only those that exactly one service has. */
async function findInQueries(
  repository: IndexedRepository,
  layout: ServiceLayout,
  owners: ReadonlyMap<string, ReadonlyMap<string, OwnTable>>,
): Promise<TableEdges> {
  const names = [...owners].flatMap(([name, of]) => (of.size === 1 && !vague.test(name) ? [name] : []));
  const { repositoryId, index } = repository;
  const sources = new Set(index.files().flatMap(({ path, kind }) => (kind === "source" ? [path] : [])));
  const found: TableEdges = { edges: [], isCutOff: false, isLate: false };
  const deadlineAt = performance.now() + deadlineMs;
  for (let at = 0; at < names.length; at += maxNames) {
    const { pattern, named } = patternsOf(names.slice(at, at + maxNames));
    const query = { pattern, isRegex: true, ignoreCase: true, isWord: false };
    const leftMs = Math.max(1, deadlineAt - performance.now());
    const { files, isCutOff } = await index.findLines(query, { maxLinesPerFile, deadlineMs: leftMs });
    found.isLate ||= isCutOff;
    found.isCutOff ||= isCutOff || files.some(({ lines, matchedLines }) => lines.length < matchedLines);
    for (const { path, lines } of files) {
      const sourceId = layout.ownerOf(repositoryId, path);
      if (sourceId === null || !sources.has(path)) continue;
      const texts = (await repository.reader.readLines(path)) ?? [];
      for (const { line } of lines)
        for (const name of namesIn(texts[line - 1] ?? "", texts[line] ?? "", named)) {
          const targetId = [...(owners.get(name)?.keys() ?? [])][0];
          if (targetId === undefined || targetId === sourceId) continue;
          const places = [locationIn(repository, { path, startLine: line, endLine: line })];
          found.edges.push({ sourceId, targetId, kind: "shared-table", isCertain: true, places });
        }
    }
  }
  return found;
}

/** To search with, and to take the names out of a line that was found. */
function patternsOf(names: readonly string[]): { pattern: string; named: RegExp } {
  const listed = names.map((name) => name.replaceAll(/[^\w]/g, ".")).join("|");
  const before = `\\b(?:from|join|into|update|references)\\s+[\`"\\[\\\\]*(?:public\\.)?[\`"\\[\\\\]*`;
  return { pattern: `${before}(?:${listed})\\b`, named: new RegExp(`${before}(${listed})\\b`, "gi") };
}

/** In small letters. */
function namesIn(line: string, next: string, named: RegExp): string[] {
  const text = line.slice(0, 2_000);
  if (isProse(text)) return [];
  return [...text.matchAll(named)].flatMap((match) => {
    const [found, name = ""] = match;
    const end = match.index + found.length;
    // A long run of blanks would be read again and again.
    const after = text.slice(end, end + readAfter);
    return /^update/i.test(found) && !isSetAfter(after, next) ? [] : [name.toLowerCase()];
  });
}

const readAfter = 200;

/** "Update product" is what a button says; SQL sets something, on the same line or on the next. */
function isSetAfter(after: string, next: string): boolean {
  const rest = after.replace(/^[`"\]\\]+/, "");
  return (
    /^\s+(?:(?:as\s+)?\w+\s+)?set\b/i.test(rest) ||
    (/^(?:\s+(?:as\s+)?\w+)?\s*[\\"'`+]*\s*$/i.test(rest) && /^[\s"'`+.]*set\b/i.test(next))
  );
}

/** "Imports from orders" in a comment, and imports of modules that are called as a table is. */
function isProse(text: string): boolean {
  if (
    /^\s*(?:\/\/|#|\*|\/\*|--|import\b|export\s+(?:type\s+)?[*{][^"'`]*\bfrom\b|from\s+[\w.]+\s+import\b|using\b)/.test(
      text,
    )
  )
    return true;
  return !/\b(?:select|insert|delete|update|join|with|truncate|alter)\b|\bfrom\b.*\bwhere\b/i.test(text);
}
