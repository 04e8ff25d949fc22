import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

const query = { pattern: "<!doctype html", isRegex: false, ignoreCase: true, isWord: false };
const limits = { maxLinesPerFile: 1, deadlineMs: 1_000 };

/** Lines of source in which code begins to write a page. */
export async function findWrittenPages({ index }: IndexedRepository): Promise<{ path: string; line: number }[]> {
  const sources = new Set(index.files().flatMap(({ path, kind }) => (kind === "source" ? [path] : [])));
  const { files } = await index.findLines(query, limits);
  return files.flatMap(({ path, lines: [first] }) =>
    first !== undefined && sources.has(path) && !/\.html?$/i.test(path) ? [{ path, line: first.line }] : [],
  );
}
