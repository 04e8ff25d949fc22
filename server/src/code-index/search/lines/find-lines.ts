import type { FileLines, LineAnswer, LineQuery, LineSearchOptions } from "#server/code-index/ports/line-query.ts";
import type { GitSource } from "#server/git-source.ts";

import type { LineFiles } from "./line-files.ts";
import { LineMatcher } from "./line-matcher.ts";
import { pathFilter } from "./path-filter.ts";
import { searchTexts } from "./search-texts.ts";
import { showLine } from "./show-line.ts";

const defaultDeadlineMs = 5_000;

interface Searched {
  files: LineFiles;
  source: GitSource;
}

/**
 * Lines that match, with their text and where in it. Throws a `LinePatternError` for a pattern that cannot be searched.
 */
export async function findLines(
  { files, source }: Searched,
  query: LineQuery,
  options: LineSearchOptions = {},
): Promise<LineAnswer> {
  const deadlineAt = performance.now() + (options.deadlineMs ?? defaultDeadlineMs);
  const matcher = new LineMatcher(query);
  const { maxFiles = Infinity, maxLines = Infinity, maxLinesPerFile = Infinity, signal } = options;
  const found: FileLines[] = [];
  let matchedLines = 0;
  let isFull = false;
  const { isCutOff, unsearchedFiles } = await searchTexts({
    files,
    source,
    matcher,
    isWanted: pathFilter(options),
    signal,
    deadlineAt,
    onLine: ({ path }, line) => {
      let last = found.at(-1);
      isFull = matchedLines >= maxLines || (last?.path !== path && found.length >= maxFiles);
      if (isFull) return false;
      if (last?.path !== path) {
        found.push((last = { path, lines: [], matchedLines: 0 }));
      }
      matchedLines += 1;
      last.matchedLines += 1;
      if (last.lines.length < maxLinesPerFile) last.lines.push(showLine(line, { query, program: matcher.program }));
      return true;
    },
  });
  const isOutOfTime = isCutOff && !isFull;
  return { files: found, matchedFiles: found.length, matchedLines, isCutOff, isOutOfTime, unsearchedFiles };
}

/** Only the positions of the lines, as `path:line`, without a limit on their number. */
export async function listMatchingLines(
  { files, source }: Searched,
  query: LineQuery,
  options: LineSearchOptions = {},
): Promise<{ lines: string[]; isCutOff: boolean }> {
  const lines: string[] = [];
  const { isCutOff } = await searchTexts({
    files,
    source,
    matcher: new LineMatcher(query),
    isWanted: pathFilter(options),
    signal: options.signal,
    deadlineAt: performance.now() + (options.deadlineMs ?? defaultDeadlineMs),
    onLine: ({ path }, { line }) => {
      lines.push(`${path}:${line}`);
      return true;
    },
  });
  return { lines, isCutOff };
}
