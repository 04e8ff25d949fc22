import { notFound } from "@cairn/contract/errors";

import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import type { HistoryCommit } from "./read-history.ts";
import { commitFormat, commitFields, toCommit } from "./read-history.ts";

/** A commit that made or changed the requested lines. */
export interface LineCommit extends HistoryCommit {
  /** Where the lines stood in this commit, and which they were; counted from 1. */
  path: string;
  startLine: number;
  lineCount: number;
  /** Of these lines alone. */
  additions: number;
  deletions: number;
}

const timeoutMs = 8_000;
const maxOutputBytes = 16 * 1024 * 1024;

/**
 * The commits that changed these lines of a file, newest first, followed through changes around them and through
 * renames. Null when the commit holds no such lines. The last one, where `isWhole`, is the one that brought them.
 */
export async function readLineHistory(
  directory: string,
  request: {
    commit: string;
    path: string;
    startLine: number;
    endLine: number;
    limit: number;
    signal?: AbortSignal | undefined;
  },
): Promise<{ changes: LineCommit[]; isWhole: boolean } | null> {
  const { commit, path, startLine, endLine, limit, signal } = request;
  if (!isObjectId(commit)) throw notFound("Commit");
  const { exitCode, stdout } = await runGit({
    directory,
    args: [
      "log",
      // Begins with two numbers, so no path can be taken for an option.
      `-L${startLine},${endLine}:${path}`,
      `--max-count=${limit + 1}`,
      "--date=raw",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      "--no-show-signature",
      `--format=${commitFormat}%x00`,
      "--end-of-options",
      commit,
    ],
    // Git answers so when there is no such file, or when it has fewer lines.
    acceptExitCodes: [0, 128],
    timeoutMs,
    maxOutputBytes,
    signal,
  });
  if (exitCode !== 0) return null;
  const changes = parseLineLog(stdout.toString("utf8"), path);
  return { changes: changes.slice(0, limit), isWhole: changes.length <= limit };
}

/** Each record is NUL and the fields divided by NUL, NUL, and then the patch of the lines. */
function parseLineLog(output: string, path: string): LineCommit[] {
  const pieces = output.split("\0");
  const changes: LineCommit[] = [];
  // A patch may hold NUL, which looks like a separator; a separator is followed by a commit id.
  for (let at = 1; at + commitFields < pieces.length;) {
    const fields = pieces.slice(at, at + commitFields);
    at += commitFields;
    let patch = pieces[at] ?? "";
    at += 1;
    while (at < pieces.length && !isObjectId(pieces[at] ?? "")) patch += pieces[at++] ?? "";
    changes.push({ ...toCommit(fields), ...readPatch(patch, changes.at(-1)?.path ?? path) });
  }
  return changes;
}

function readPatch(patch: string, path: string): Omit<LineCommit, keyof HistoryCommit> {
  const lines = patch.split("\n");
  const from = lines.findIndex((line) => line.startsWith("@@ "));
  const named = lines.slice(0, Math.max(from, 0)).findLast((line) => line.startsWith("+++ b/"));
  const [, start = "1", length = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(lines[from] ?? "") ?? [];
  const body = lines.slice(from + 1);
  return {
    // A name that git had to quote is rare, and the one it had later is as good.
    path: named?.slice("+++ b/".length).replace(/\t$/, "") ?? path,
    startLine: Number(start),
    lineCount: Number(length),
    additions: body.filter((line) => line.startsWith("+")).length,
    deletions: body.filter((line) => line.startsWith("-")).length,
  };
}
