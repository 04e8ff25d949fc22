import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";

/** Commits by their full ids. */
interface MergeOrder {
  /** Of the branch that both are merged into; null where it is gone. */
  tip: string | null;
  first: string;
  second: string;
}

/**
 * Files in which `second` conflicts with the branch once `first` is merged, beside those in which it does so already. Where
 * `first` does not merge itself, those in which the two conflict with each other.
 */
export async function findConflictsAfter(directory: string, order: MergeOrder): Promise<ReadonlySet<string>> {
  const { tip, second } = order;
  const [before, after] = await Promise.all([
    tip === null ? new Set<string>() : conflictsOf(directory, tip, second),
    mergeFirst(directory, order).then((merged) => conflictsOf(directory, merged, second)),
  ]);
  return new Set([...after].filter((path) => !before.has(path)));
}

const nobody = { name: "Cairn", email: "cairn@localhost" };
/** The same commits give the same merge. */
const date = new Date(0);

/** The branch with `first` merged, in a commit that no ref names; `first` itself where it does not merge. */
async function mergeFirst(directory: string, { tip, first }: MergeOrder): Promise<string> {
  if (tip === null) return first;
  const merged = await tryMerge(directory, { tip, head: first });
  if (merged.kind !== "clean") return first;
  const message = "Merged to try what follows";
  return await writeTreeCommit(directory, { tree: merged.tree, parents: [tip, first], message, author: nobody, date });
}

async function conflictsOf(directory: string, tip: string, head: string): Promise<ReadonlySet<string>> {
  const merged = await tryMerge(directory, { tip, head });
  return new Set(merged.kind === "conflict" ? merged.files.map(({ path }) => path) : []);
}
