import type { ArchitectureChange } from "@cairn/contract/architecture-changes";

/** A commit that changed what the code connects. */
export interface ChangingCommit {
  commit: string;
  repositorySlug: string;
  foundAt: string;
}

/** The commits of these changes, newest first, each once. `changes` are newest first. */
export function listCommits(changes: readonly ArchitectureChange[]): ChangingCommit[] {
  const byCommit = new Map(
    changes.map(({ commit, repositorySlug, foundAt }) => [commit, { commit, repositorySlug, foundAt }]),
  );
  return [...byCommit.values()].toSorted((a, b) => b.foundAt.localeCompare(a.foundAt));
}

/** All that the commits from the one to the other changed, both included, newest first: also what came and went in between. */
export function changesBetween(
  changes: readonly ArchitectureChange[],
  { from, to }: { from: string; to: string },
): ArchitectureChange[] {
  const order = listCommits(changes).map(({ commit }) => commit);
  const [newest, oldest] = [order.indexOf(to), order.indexOf(from)].toSorted((a, b) => a - b) as [number, number];
  const between = changes.filter(({ commit }) => {
    const at = order.indexOf(commit);
    return at >= newest && at <= oldest;
  });
  return between.toSorted((a, b) => order.indexOf(a.commit) - order.indexOf(b.commit));
}
