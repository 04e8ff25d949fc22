import type { Ctx } from "#server/ctx.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { insidePaths } from "#server/platform/sandbox/work-copy/work-copy-folders.ts";

import { collectCoverage } from "./collect-coverage.ts";
import { relateCoverage, type ChangedCoverage } from "./relate-coverage.ts";

/** Larger files of a commit are no report that was left as it is. */
const maxCommittedBytes = 4 * 1024 ** 2;

/** The tests that ran. */
interface TestedChange {
  ctx: Pick<Ctx, "sandbox" | "log" | "signal">;
  /** Of the repository. */
  directory: string;
  /** Where they ran, from the top of the repository. */
  folder: string;
  commits: { base: string; result: string };
  signal: AbortSignal;
}

/**
 * Which of the changed lines the tests ran that just ended in a work copy of the change, where they left a report; null where they did
 * not. Nothing rests on it: one that cannot be read is as good as none.
 */
export async function readChangedCoverage(
  { ctx, directory, folder, commits, signal }: TestedChange,
  workCopy: WorkCopy,
  since: Date,
): Promise<ChangedCoverage | null> {
  try {
    const commit = commits.result;
    const readCommitted = async (path: string) => {
      const blob = await readBlob(directory, { commit, path, maxBytes: maxCommittedBytes, signal });
      return blob?.bytes?.toString("utf8") ?? null;
    };
    const reports = await collectCoverage(ctx.sandbox, workCopy, { since, signal, readCommitted });
    if (reports.length === 0) return null;
    const files = new Set((await listTree(directory, commit, { signal })).map(({ path }) => path));
    const changed = await listChangedLines(directory, { base: commits.base, head: commit, signal });
    return relateCoverage(reports, { folder, root: insidePaths.tree, files, changed });
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ error }, "a report of coverage could not be read");
    return null;
  }
}

/** Neither blank nor a bracket alone: some runners count these, and nobody tests them. */
const code = /[^\s()[\]{};,]/;

async function listChangedLines(
  directory: string,
  { base, head, signal }: { base: string; head: string; signal: AbortSignal },
): Promise<Map<string, ReadonlySet<number>>> {
  const { files } = await diffCommits(directory, { base, head, contextLines: 0, signal });
  return new Map(
    files.map(({ path, hunks }) => {
      const lines = hunks.flatMap((hunk) => hunk.lines);
      const added = lines.filter(({ type, content }) => type === "added" && code.test(content));
      return [path, new Set(added.flatMap(({ newLine }) => newLine ?? []))];
    }),
  );
}
