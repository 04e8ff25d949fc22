import type { CommitComparison, TreeChange } from "#server/git-source.ts";
import { readRecords, type LoggedCommit } from "#server/platform/git/history/read-commit-log.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

interface ComparisonRequest {
  from: string;
  to: string;
  /** Of commits on both sides. */
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * Commits and files in which two commits differ. After a usual push one log yields both: what each commit changed
 * against its first parent, laid one over the other, is what changed in all. Null when `from` is not in the repository
 * or more than `limit` commits differ.
 */
export async function compareCommits(directory: string, request: ComparisonRequest): Promise<CommitComparison | null> {
  const { from, to, limit, signal } = request;
  if (!isObjectId(from) || !isObjectId(to)) return null;
  const args = ["-M", "--left-right", `--max-count=${limit + 1}`, "--end-of-options", `${from}...${to}`, "--"];
  const logged = new Map<string, LoggedCommit>();
  const log = readRecords(directory, { args, signal, acceptExitCodes: [0, 128] });
  for await (const commit of log.commits) logged.set(commit.record.oid, commit);
  if ((await log.exitCode) !== 0 || logged.size > limit) return null;
  const files = combineChanges(logged, { from, to }) ?? (await diffTrees(directory, request));
  const records = (isLeft: boolean) =>
    [...logged.values()]
      .filter(({ side, parents }) => parents.length < 2 && (side === "<") === isLeft)
      .map(({ record }) => record);
  return files && { files, came: records(false), gone: records(true) };
}

/** Null when `from` is not reached by first parents alone, as after a force-push. */
function combineChanges(
  logged: ReadonlyMap<string, LoggedCommit>,
  { from, to }: { from: string; to: string },
): TreeChange[] | null {
  const chain: LoggedCommit[] = [];
  for (let oid: string | undefined = to; oid !== from;) {
    const commit: LoggedCommit | undefined = oid === undefined ? undefined : logged.get(oid);
    if (commit === undefined) return null;
    chain.push(commit);
    oid = commit.parents[0];
  }
  const changes = new Map<string, TreeChange>();
  for (const commit of chain.reverse()) for (const change of commit.changes) changes.set(change.path, change);
  return [...changes.values()];
}

async function diffTrees(directory: string, { from, to, signal }: ComparisonRequest): Promise<TreeChange[] | null> {
  const { exitCode, stdout } = await runGit({
    directory,
    args: ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--end-of-options", from, to, "--"],
    acceptExitCodes: [0, 128],
    signal,
  });
  return exitCode === 0 ? parseChanges(stdout) : null;
}

/** Each change is ":<old mode> <new mode> <old oid> <new oid> <status>", NUL, the path, NUL. */
function parseChanges(output: Buffer): TreeChange[] {
  const changes: TreeChange[] = [];
  for (let start = 0; start < output.length;) {
    const headerEnd = output.indexOf(0, start);
    const end = output.indexOf(0, headerEnd + 1);
    const [, mode = "", , oid = "", status] = output.toString("latin1", start + 1, headerEnd).split(" ");
    const path = output.toString("utf8", headerEnd + 1, end);
    changes.push({ path, entry: status === "D" ? null : { oid, mode } });
    start = end + 1;
  }
  return changes;
}
