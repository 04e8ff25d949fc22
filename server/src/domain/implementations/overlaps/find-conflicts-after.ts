import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";

/** Commits by their full ids. */
export interface MergedFirst {
  /** Of the branch that two changes are merged into; null where it is gone. */
  tip: string | null;
  /** The first change by itself. */
  head: string;
  /** The branch with the first change merged, in a commit that no ref names; that change itself where it does not merge. */
  merged: string;
}

/**
 * Files in which `second` conflicts with the branch once another change is merged. Where it does so already, and where that other
 * one does not merge itself, those in which the two conflict with each other.
 */
export async function findConflictsAfter(
  directory: string,
  { tip, head, merged }: MergedFirst,
  second: string,
): Promise<ReadonlySet<string>> {
  const [before, after] = await Promise.all([
    tip === null ? new Set<string>() : conflictsOf(directory, tip, second),
    conflictsOf(directory, merged, second),
  ]);
  const own = [...after].filter((path) => !before.has(path));
  if (own.length === after.size) return after;
  const between = merged === head ? after : await conflictsOf(directory, head, second);
  return new Set([...own, ...[...between].filter((path) => after.has(path))]);
}

const nobody = { name: "Cairn", email: "cairn@localhost" };
/** The same commits give the same merge. */
const date = new Date(0);

/** Merges a change into the branch, for others to be tried on. */
export async function mergeFirst(directory: string, tip: string | null, first: string): Promise<MergedFirst> {
  const result = tip === null ? null : await tryMerge(directory, { tip, head: first });
  if (tip === null || result?.kind !== "clean") return { tip, head: first, merged: first };
  const commit = { tree: result.tree, parents: [tip, first], message: "Merged to try what follows", date };
  return { tip, head: first, merged: await writeTreeCommit(directory, { ...commit, author: nobody }) };
}

/** Files in which merging a commit into another one conflicts. */
export async function conflictsOf(directory: string, tip: string, head: string): Promise<ReadonlySet<string>> {
  const merged = await tryMerge(directory, { tip, head });
  return new Set(merged.kind === "conflict" ? merged.files.map(({ path }) => path) : []);
}
