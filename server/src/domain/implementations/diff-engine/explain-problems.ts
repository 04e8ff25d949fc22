import type { ReadPatch } from "#server/engine/patches/read-patch.ts";
import type { PatchProblem } from "#server/platform/git/patches/read-apply-problems.ts";

/** More are counted. */
const maxNamed = 5;

/** Why a diff does not apply: which file, which hunk, and what is there instead. */
export function explainProblems(problems: readonly PatchProblem[], patch: ReadPatch, branch: string): string {
  const named = problems.slice(0, maxNamed).map((problem) => explainProblem(problem, patch, branch));
  const rest = problems.length - named.length;
  const more = rest === 0 ? [] : [`${rest} more of these.`];
  return [`The diff does not apply to ${branch}.`, ...named, ...more].join(" ");
}

function explainProblem({ kind, path, line }: PatchProblem, patch: ReadPatch, branch: string): string {
  switch (kind) {
    case "mismatch": {
      const where = line === null ? "it" : `${sayHunk(patch, path, line)} (line ${line})`;
      return `${path}: ${where} expects lines that are not there; ${branch} may have moved since.`;
    }
    case "missing":
      return `${path}: there is no such file.`;
    case "exists":
      return `${path}: it is to be created and is there already.`;
    case "link":
      return `${path}: links and submodules are not changed by a diff.`;
    case "binary":
      return `${path}: it is no text, and the diff does not hold its contents (“git diff --binary” does).`;
    case "other":
      return "Git could not read it.";
  }
}

/** Hunks are counted from 1 within their file. */
function sayHunk({ files }: ReadPatch, path: string, line: number): string {
  const file = files.find(({ oldPath, newPath }) => oldPath === path || newPath === path);
  const at = file?.hunks.findIndex(({ oldStart }) => oldStart === line) ?? -1;
  return at === -1 ? "a hunk" : `hunk ${at + 1} of ${file?.hunks.length ?? 1}`;
}
