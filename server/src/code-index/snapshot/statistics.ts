import type { IndexStatistics } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";

/** Counts over the catalogue. */
export function countStatistics(
  files: readonly StoredFile[],
  input: { commits: number; endpoints: number },
): IndexStatistics {
  const kinds: Record<FileKind, number> = {
    source: 0,
    test: 0,
    docs: 0,
    config: 0,
    data: 0,
    generated: 0,
    vendored: 0,
    binary: 0,
    other: 0,
  };
  const languages = new Map<string, { language: string; files: number; lines: number }>();
  const sum = (pick: (file: StoredFile) => number): number => files.reduce((total, file) => total + pick(file), 0);
  for (const { kind, language, lines } of files) {
    kinds[kind] += 1;
    if (language === null || kind === "binary") continue;
    const known = languages.get(language);
    if (known === undefined) languages.set(language, { language, files: 1, lines });
    else {
      known.files += 1;
      known.lines += lines;
    }
  }
  return {
    files: files.length,
    lines: sum(({ lines }) => lines),
    bytes: sum(({ size }) => size),
    languages: [...languages.values()].sort((a, b) => b.lines - a.lines || (a.language < b.language ? -1 : 1)),
    kinds,
    symbols: sum(({ symbols }) => symbols),
    endpoints: input.endpoints,
    schemas: sum(({ schemas }) => schemas),
    configKeys: sum(({ configKeys }) => configKeys),
    scripts: sum(({ scripts }) => scripts),
    commits: input.commits,
  };
}
