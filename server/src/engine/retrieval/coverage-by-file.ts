import type { FileRef } from "#server/engine/answer-context/answer-context.ts";

/** What is known of a passage when its file is judged. */
interface JudgedRange extends FileRef {
  endLine: number;
  coverage: number;
  /** Of each term of the question, its share here. */
  met: readonly number[];
}

const shortFile = 150;
const togetherWeight = 0.8;

/**
 * Between the coverage of a file's best passage and that of all its passages together, which means less for a long
 * file.
 */
export function coverageByFile(
  passages: readonly JudgedRange[],
  all: ReadonlyMap<string, number>,
): Map<string, number> {
  const files = Map.groupBy(passages, fileKey);
  return new Map(
    [...files].map(([key, own]) => {
      const best = Math.max(...own.map(({ coverage }) => coverage));
      const together = all.get(key) ?? best;
      const lines = Math.max(...own.map(({ endLine }) => endLine));
      const closeness = 1 / (1 + Math.max(0, Math.log2(lines / shortFile)));
      return [key, best + (together - best) * togetherWeight * closeness];
    }),
  );
}

/** Of the question's words, by file: what all its passages hold together. */
export function sharesTogether(passages: readonly JudgedRange[]): Map<string, number> {
  const files = Map.groupBy(passages, fileKey);
  return new Map(
    [...files].map(([key, own]) => [
      key,
      (own[0]?.met ?? []).reduce((sum, _, at) => sum + Math.max(...own.map(({ met }) => met[at] ?? 0)), 0),
    ]),
  );
}

export function fileKey({ codebase, path }: FileRef): string {
  return `${codebase.repositoryId}:${path}`;
}
