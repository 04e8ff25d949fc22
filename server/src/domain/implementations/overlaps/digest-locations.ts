import type { FileLocation } from "@cairn/contract/task-locations";

import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { findWords, type ChangeDigest } from "./digest-change.ts";

/** The declarations where a task lands in a repository, as if it were a change that rewrites all of them. */
export async function digestLocations(
  main: IndexedRepository,
  locations: readonly FileLocation[],
): Promise<ChangeDigest> {
  const own = locations.filter(({ repositoryId, symbol }) => repositoryId === main.repositoryId && symbol !== null);
  const byPath = Map.groupBy(own, ({ path }) => path);
  const indexed = main.index.files().filter(({ path }) => byPath.has(path));
  const files = await Promise.all(
    indexed.map(async (file) => await digestFile(main, file, byPath.get(file.path) ?? [])),
  );
  const known = files.filter((file) => file !== null);
  return {
    files: [],
    declarations: known.flatMap(({ declarations }) => declarations),
    written: known.map(({ written }) => written),
  };
}

async function digestFile(
  main: IndexedRepository,
  { path, oid }: { path: string; oid: string },
  locations: readonly FileLocation[],
) {
  const facts = main.index.facts(path);
  const lines = facts?.kind === "source" ? await main.reader.readLines(path) : null;
  if (!facts || !lines) return null;
  const symbols = facts.symbols.filter(({ name, parent, startLine, endLine }) =>
    locations.some(
      (one) =>
        one.symbol === (parent === null ? name : `${parent}.${name}`) &&
        startLine <= (one.endLine ?? 0) &&
        endLine >= (one.startLine ?? Number.POSITIVE_INFINITY),
    ),
  );
  const within = (line: number) => symbols.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const added = lines.flatMap((_, at) => (within(at + 1) ? [at + 1] : []));
  return {
    declarations: symbols.map(({ name, parent, kind }) => ({
      path,
      name,
      parent,
      kind,
      part: "body" as const,
      digest: null,
    })),
    written: { path, oid, facts, lines, added, words: findWords(lines, added) },
  };
}
