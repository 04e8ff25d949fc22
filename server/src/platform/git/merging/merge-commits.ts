import { AppError } from "@cairn/contract/errors";

import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { explainGitFailure } from "#server/platform/git/process/explain-git-failure.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

interface StageEntry {
  /** Six digits as git writes them. */
  mode: string;
  oid: string;
}

/** What each side has at a path; null where it has nothing. `base`: what both began with. */
export interface ConflictStages {
  base: StageEntry | null;
  ours: StageEntry | null;
  theirs: StageEntry | null;
}

/** A file that two histories changed in ways that do not go together. */
export interface ConflictedPath {
  path: string;
  stages: ConflictStages;
  /** In git's words, such as "CONFLICT (contents): Merge conflict in a.ts". */
  reason: string;
}

/** What merging comes to; `tree` holds the merged files, with git's marks where they conflict. */
export type CommitMerge =
  | { kind: "clean"; tree: string }
  | { kind: "conflict"; tree: string; files: ConflictedPath[] }
  /** They have no commit in common. */
  | { kind: "unrelated" };

/** Two commits by their full ids. */
export interface MergedCommits {
  ours: string;
  theirs: string;
}

const timeoutMs = 60_000;
const timeoutMsEach = 1_000;
const config = [
  // What both began with stands between the two sides.
  "merge.conflictStyle=diff3",
  // `.gitattributes` of some commit would decide how files are merged, in newer versions of git.
  "attr.tree=4b825dc642cb6eb9a060e54bf8d69288fbee4904",
];

/**
 * Merges `theirs` into `ours` of each pair without moving or checking out anything, in the order they are given, with one
 * git for all: starting it takes a large server ten times what merging takes. The same commits give the same tree. Commits
 * that cannot be merged fail by themselves; throws where git ran out of time or memory.
 */
export async function mergeCommits(
  directory: string,
  pairs: readonly MergedCommits[],
): Promise<PromiseSettledResult<CommitMerge>[]> {
  const results: PromiseSettledResult<CommitMerge>[] = [];
  while (results.length < pairs.length) {
    const rest = pairs.slice(results.length);
    const { merges, complaint } = await mergeUntilFailure(directory, rest);
    results.push(...merges.map((value) => ({ status: "fulfilled" as const, value })));
    const failed = rest[merges.length];
    if (failed !== undefined) results.push(await explainFailure(directory, failed, complaint));
  }
  return results;
}

/** Git ends at the first pair that it cannot merge. `complaint`: what it said then. */
async function mergeUntilFailure(
  directory: string,
  pairs: readonly MergedCommits[],
): Promise<{ merges: CommitMerge[]; complaint: string }> {
  for (const pair of pairs)
    if (!isObjectId(pair.ours) || !isObjectId(pair.theirs)) throw new TypeError("Commits are merged by their ids");
  let complaint = "";
  const { stdout } = await runGit({
    directory,
    args: ["merge-tree", "--write-tree", "--stdin", "-z", "--messages"],
    input: pairs.map(({ ours, theirs }) => `${ours} ${theirs}\n`),
    acceptExitCodes: [0, 1, 128],
    onStderr: (text) => (complaint += text),
    config,
    timeoutMs: timeoutMs + pairs.length * timeoutMsEach,
  });
  return { merges: parseMerges(stdout.toString("utf8").split("\0")), complaint };
}

async function explainFailure(
  directory: string,
  { ours, theirs }: MergedCommits,
  complaint: string,
): Promise<PromiseSettledResult<CommitMerge>> {
  try {
    // Git refuses to merge what has nothing in common, as it refuses a repository that it cannot read.
    const base = await findMergeBase(directory, { commit: ours, other: theirs });
    if (base === null) return { status: "fulfilled", value: { kind: "unrelated" } };
    const cause = new Error(`git merge-tree: ${complaint}`);
    return { status: "rejected", reason: explainGitFailure({ stderr: complaint, hadCredential: false, cause }) };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}

const stageNames: Record<string, keyof ConflictStages> = { "1": "base", "2": "ours", "3": "theirs" };

/**
 * Each merge: "1" or "0" for clean or not, the tree, and, for each side of each file that conflicts, "<mode> <oid>
 * <stage>\t<path>"; an empty piece; then messages: how many paths each is about, the paths, its kind and its words; an
 * empty piece.
 */
function parseMerges(pieces: readonly string[]): CommitMerge[] {
  const merges: CommitMerge[] = [];
  let at = 0;
  while (at + 1 < pieces.length) {
    const [state, tree = ""] = pieces.slice(at, at + 2);
    if (!isObjectId(tree)) throw new AppError("internal", { message: "Git could not merge the two commits." });
    const messages = pieces.indexOf("", at + 2) + 1;
    const { reasons, end } = parseMessages(pieces, messages);
    const files = parseConflicted(pieces.slice(at + 2, messages - 1), reasons);
    merges.push(state === "1" ? { kind: "clean", tree } : { kind: "conflict", tree, files });
    at = end;
  }
  return merges;
}

/** Why each path conflicts, and where the next merge begins. */
function parseMessages(pieces: readonly string[], start: number): { reasons: Map<string, string>; end: number } {
  const reasons = new Map<string, string>();
  let at = start;
  while (at < pieces.length && pieces[at] !== "") {
    const count = Number(pieces[at]);
    if (!Number.isInteger(count)) throw new AppError("internal", { message: "Git could not merge the two commits." });
    const [kind = "", words = ""] = pieces.slice(at + 1 + count, at + 3 + count);
    for (const path of pieces.slice(at + 1, at + 1 + count)) {
      if (kind.startsWith("CONFLICT")) reasons.set(path, words.trim());
    }
    at += 3 + count;
  }
  return { reasons, end: at + 1 };
}

function parseConflicted(entries: readonly string[], reasons: ReadonlyMap<string, string>): ConflictedPath[] {
  const byPath = new Map<string, ConflictStages>();
  for (const entry of entries) {
    const path = entry.slice(entry.indexOf("\t") + 1);
    const [mode = "", oid = "", stage = ""] = entry.slice(0, entry.indexOf("\t")).split(" ");
    const stages = byPath.get(path) ?? { base: null, ours: null, theirs: null };
    const side = stageNames[stage];
    byPath.set(path, side === undefined ? stages : { ...stages, [side]: { mode, oid } });
  }
  return [...byPath].map(([path, stages]) => ({ path, stages, reason: reasons.get(path) ?? "" }));
}
