import { AppError } from "@cairn/contract/errors";

import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
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

const timeoutMs = 60_000;
const config = [
  // What both began with stands between the two sides.
  "merge.conflictStyle=diff3",
  // `.gitattributes` of some commit would decide how files are merged, in newer versions of git.
  "attr.tree=4b825dc642cb6eb9a060e54bf8d69288fbee4904",
];

/** Merges `theirs` into `ours` without moving or checking out anything. The same commits give the same tree. */
export async function mergeCommits(
  directory: string,
  { ours, theirs, signal }: { ours: string; theirs: string; signal?: AbortSignal },
): Promise<CommitMerge> {
  if (!isObjectId(ours) || !isObjectId(theirs)) throw new TypeError("Commits are merged by their ids");
  const args = ["merge-tree", "--write-tree", "-z", "--messages", "--end-of-options", ours, theirs];
  const merging = runGit({ directory, args, acceptExitCodes: [0, 1], config, timeoutMs, signal });
  const result = await merging.catch(async (error: unknown) => {
    if (signal?.aborted === true) throw error;
    // Git refuses to merge what has nothing in common, as it refuses a repository that it cannot read.
    const base = await findMergeBase(directory, { commit: ours, other: theirs, signal });
    if (base === null) return null;
    throw error;
  });
  if (result === null) return { kind: "unrelated" };
  const { exitCode, stdout } = result;
  const [tree = "", ...rest] = stdout.toString("utf8").split("\0");
  if (!isObjectId(tree)) throw new AppError("internal", { message: "Git could not merge the two commits." });
  return exitCode === 0 ? { kind: "clean", tree } : { kind: "conflict", tree, files: parseConflicted(rest) };
}

const stageNames: Record<string, keyof ConflictStages> = { "1": "base", "2": "ours", "3": "theirs" };

/**
 * "<mode> <oid> <stage>\t<path>" for each side of each file, an empty piece, and then messages: how many paths each is
 * about, the paths, its kind and its words.
 */
function parseConflicted(pieces: readonly string[]): ConflictedPath[] {
  const end = pieces.indexOf("");
  const byPath = new Map<string, ConflictStages>();
  for (const piece of pieces.slice(0, end)) {
    const path = piece.slice(piece.indexOf("\t") + 1);
    const [mode = "", oid = "", stage = ""] = piece.slice(0, piece.indexOf("\t")).split(" ");
    const stages = byPath.get(path) ?? { base: null, ours: null, theirs: null };
    const side = stageNames[stage];
    byPath.set(path, side === undefined ? stages : { ...stages, [side]: { mode, oid } });
  }
  const reasons = new Map<string, string>();
  for (let at = end + 1; at < pieces.length && pieces[at] !== "";) {
    const count = Number(pieces[at]);
    if (!Number.isInteger(count)) break;
    const [kind = "", words = ""] = pieces.slice(at + 1 + count, at + 3 + count);
    for (const path of pieces.slice(at + 1, at + 1 + count)) {
      if (kind.startsWith("CONFLICT")) reasons.set(path, words.trim());
    }
    at += 3 + count;
  }
  return [...byPath].map(([path, stages]) => ({ path, stages, reason: reasons.get(path) ?? "" }));
}
