import { AppError } from "@cairn/contract/errors";

import {
  LinePatternError,
  type FileLines,
  type LineAnswer,
  type LineQuery,
} from "#server/code-index/ports/line-query.ts";
import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";
import { splitGlobs } from "#server/text/split-globs.ts";

import type { SearchArea } from "./search-areas.ts";

export interface LineRequest extends LineQuery {
  /** Globs divided by commas. */
  paths?: string | undefined;
  /** Most files in the answer. */
  maxFiles: number;
  maxLinesPerFile: number;
}

export interface LineMatches {
  files: (FileLines & { repository: IndexedRepository })[];
  matchedFiles: number;
  matchedLines: number;
  isCutOff: boolean;
  /** The time ran out before every file was looked at: what is not among the lines may yet be there. */
  isOutOfTime: boolean;
  /** Files that could not be looked at, being too large. */
  unsearchedFiles: string[];
}

/** Of one repository: a search for something very common ends here. */
const maxCountedFiles = 200;
const maxCountedLines = 5_000;
const deadlineMs = 5_000;

/** Matching lines over several repositories, each with its fair share of the answer, grouped by repository. */
export async function findMatchingLines(
  ctx: Ctx,
  areas: readonly SearchArea[],
  request: LineRequest,
): Promise<LineMatches> {
  const { pattern, isRegex, ignoreCase, isWord, maxFiles, maxLinesPerFile } = request;
  const options = {
    paths: splitGlobs(request.paths ?? ""),
    maxFiles: Math.max(maxFiles, maxCountedFiles),
    maxLines: maxCountedLines,
    maxLinesPerFile,
    deadlineMs,
    signal: ctx.signal,
  };
  const searches = areas.map(async ({ repository, under }) => {
    const query = { pattern, isRegex, ignoreCase, isWord };
    const answer = await repository.index.findLines(query, { ...options, ...(under !== null && { under }) });
    return { repository, answer };
  });
  const found = await unlessAborted(Promise.all(searches), ctx.signal).catch((error: unknown) => {
    if (error instanceof LinePatternError) throw new AppError("invalid_input", { message: error.message });
    throw error;
  });
  const files = interleaveFiles(found, maxFiles);
  const sum = (count: (answer: LineAnswer) => number) => found.reduce((total, { answer }) => total + count(answer), 0);
  const matchedFiles = sum((answer) => answer.matchedFiles);
  const isPartial = found.some(({ answer }) => answer.isCutOff || answer.unsearchedFiles.length > 0);
  const hasMore = files.length < matchedFiles || files.some((file) => file.lines.length < file.matchedLines);
  return {
    files,
    matchedFiles,
    matchedLines: sum((answer) => answer.matchedLines),
    isCutOff: isPartial || hasMore,
    isOutOfTime: found.some(({ answer }) => answer.isOutOfTime),
    unsearchedFiles: found.flatMap(({ answer }) => answer.unsearchedFiles),
  };
}

/** The first file of each, then the second of each, until there are enough. */
function interleaveFiles(
  found: readonly { repository: IndexedRepository; answer: LineAnswer }[],
  maxFiles: number,
): LineMatches["files"] {
  const most = Math.max(0, ...found.map(({ answer }) => answer.files.length));
  const shares = found.map(() => 0);
  let left = maxFiles;
  for (let turn = 0; turn < most && left > 0; turn += 1) {
    for (const [at, { answer }] of found.entries()) {
      if (left === 0 || turn >= answer.files.length) continue;
      shares[at] = turn + 1;
      left -= 1;
    }
  }
  return found.flatMap(({ repository, answer }, at) =>
    answer.files.slice(0, shares[at]).map((file) => ({ ...file, repository })),
  );
}
