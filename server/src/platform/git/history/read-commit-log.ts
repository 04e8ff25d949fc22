import { notFound } from "@cairn/contract/errors";

import type { CommitRecord, TreeChange } from "#server/git-source.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import type { ByteReader } from "#server/platform/git/process/byte-reader.ts";
import { readGitOutput } from "#server/platform/git/process/read-git-output.ts";
import { runGit, startGit, type GitCall, type GitLimits } from "#server/platform/git/process/run-git.ts";

const nul = 0;
/**
 * Eight fields a commit, the first is its side of "from...to". The empty piece that opens each
 * record ends the changes of the one before: no path is empty.
 */
const format = "%x00%m%x00%H%x00%P%x00%an%x00%ae%x00%cI%x00%s%x00%b";
const fieldCount = 8;
const logArguments = [
  "log",
  "-z",
  "--raw",
  "--no-abbrev",
  "--diff-merges=first-parent",
  "--no-show-signature",
  `--format=${format}`,
];
/** Read at first beyond what is wanted, because git's order is not strictly that of time. */
const slack = 256;
const exactRenames = "-M100%";

interface LogOptions {
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * The newest commits by time that can be reached, merges left out, in any order: at least `limit` where there are as
 * many. In a longer history, commits that git lists late although their dates are new are looked for.
 */
export async function* readCommitLog(
  directory: string,
  commit: string,
  { limit, signal }: LogOptions,
): AsyncIterable<CommitRecord> {
  if (!isObjectId(commit)) throw notFound("Commit");
  const matched = new Map<string, number>();
  const first = { args: ["--no-merges", `--max-count=${limit + slack}`, "--end-of-options", commit, "--"], signal };
  for await (const record of readNewest(directory, first)) {
    matched.set(record.oid, timeOf(record));
    yield record;
  }
  if (matched.size < limit + slack) return;
  const oldest = [...matched.values()].sort((a, b) => b - a)[limit - 1] ?? 0;
  const late = await findLateCommits(directory, { commit, met: matched, oldest, signal });
  if (late.length === 0) return;
  const rest = { args: ["--no-walk=unsorted", "--stdin", "--"], input: late.map((oid) => `${oid}\n`), signal };
  yield* readNewest(directory, rest);
}

/**
 * The commits of one call, each once. Renames are found by what files have in common; where the repository lacks some of
 * these files, as a partial copy does, git goes on with those alone that kept their content.
 */
async function* readNewest(
  directory: string,
  call: Pick<GitCall & GitLimits, "args" | "input" | "signal">,
): AsyncIterable<CommitRecord> {
  const seen = new Set<string>();
  for (const renames of ["-M", exactRenames]) {
    let held: CommitRecord | null = null;
    try {
      const args = [renames, ...call.args];
      for await (const { record } of readRecords(directory, { ...call, args }).commits) {
        // The last one before a failure may be cut off.
        if (held !== null && !seen.has(held.oid)) {
          seen.add(held.oid);
          yield held;
        }
        held = record;
      }
      if (held !== null && !seen.has(held.oid)) yield held;
      return;
    } catch (error) {
      if (renames === exactRenames || call.signal?.aborted === true) throw error;
    }
  }
}

/**
 * Commits at or after `oldest` that were not seen yet, by one walk over ids and times alone. Git's own `--since` would
 * stop at the first older one.
 */
async function findLateCommits(
  directory: string,
  search: { commit: string; met: ReadonlyMap<string, number>; oldest: number; signal?: AbortSignal | undefined },
): Promise<string[]> {
  const { commit, met: matched, oldest, signal } = search;
  const { stdout } = await runGit({
    directory,
    args: ["rev-list", "--timestamp", "--no-merges", "--end-of-options", commit, "--"],
    signal,
  });
  const late: string[] = [];
  for (const line of stdout.toString("latin1").split("\n")) {
    const [time = "", oid = ""] = line.split(" ");
    if (oid !== "" && Number(time) >= oldest && !matched.has(oid)) late.push(oid);
  }
  return late;
}

function timeOf({ committedAt }: CommitRecord): number {
  return Math.floor(Date.parse(committedAt) / 1000) || 0;
}

/** A commit as parsed from the log. */
export interface LoggedCommit {
  /** "<" and ">" for the two sides of a symmetric difference. */
  side: string;
  parents: string[];
  record: CommitRecord;
  /** Against the first parent, in git's order; a rename is two of them. */
  changes: TreeChange[];
}

/** Commits in git's order; `exitCode` settles once all were read. */
export function readRecords(
  directory: string,
  call: Pick<GitCall & GitLimits, "args" | "input" | "signal" | "acceptExitCodes">,
): { commits: AsyncIterable<LoggedCommit>; exitCode: Promise<number> } {
  const git = startGit({ directory, ...call, args: [...logArguments, ...call.args] });
  return { commits: readGitOutput(git, eachCommit), exitCode: git.done };
}

async function* eachCommit(reader: ByteReader): AsyncIterable<LoggedCommit> {
  let hasCommit = (await reader.readUntil(nul)) !== null;
  while (hasCommit) {
    const fields: string[] = [];
    while (fields.length < fieldCount) fields.push((await readText(reader)) ?? "");
    const [side = "", oid = "", parents = "", authorName = "", authorEmail = "", committedAt = "", subject = "", body = ""] = fields; // prettier-ignore
    const { changes, paths, isLast } = await readChanges(reader);
    yield {
      side,
      parents: parents.split(" "),
      record: { oid, authorName, authorEmail, committedAt, subject, body: body.trimEnd(), paths },
      changes,
    };
    hasCommit = !isLast;
  }
}

/** Each change is ":<old mode> <new mode> <old oid> <new oid> <status>" and its path, or both paths of a rename. */
async function readChanges(
  reader: ByteReader,
): Promise<Pick<LoggedCommit, "changes"> & { paths: string[]; isLast: boolean }> {
  const changes: TreeChange[] = [];
  const paths: string[] = [];
  for (;;) {
    const header = await readText(reader);
    if (header === null || header === "") return { changes, paths, isLast: header === null };
    const [, mode = "", , oid = "", status = ""] = header.split(" ");
    let path = (await readText(reader)) ?? "";
    if (status.startsWith("R")) {
      changes.push({ path, entry: null });
      path = (await readText(reader)) ?? "";
    }
    changes.push({ path, entry: status === "D" ? null : { oid, mode } });
    paths.push(path);
  }
}

async function readText(reader: ByteReader): Promise<string | null> {
  return (await reader.readUntil(nul))?.toString("utf8") ?? null;
}
