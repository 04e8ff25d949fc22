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

/**
 * What is different after `to` from what was there before `from`, both commits included: a connection that came and went
 * in between is no difference. The newest change of each connection tells which.
 */
export function compareCommits(
  changes: readonly ArchitectureChange[],
  { from, to }: { from: string; to: string },
): ArchitectureChange[] {
  const order = listCommits(changes).map(({ commit }) => commit);
  const [newest, oldest] = [order.indexOf(to), order.indexOf(from)].toSorted((a, b) => a - b) as [number, number];
  const between = changes.filter(({ commit }) => {
    const at = order.indexOf(commit);
    return at >= newest && at <= oldest;
  });
  const byEnds = Map.groupBy(between, ({ sourceId, targetId }) => `${sourceId}\n${targetId}`);
  return [...byEnds.values()].flatMap((ofEdge) => {
    const ordered = ofEdge.toSorted((a, b) => b.foundAt.localeCompare(a.foundAt));
    const [last, first] = [ordered[0], ordered.at(-1)];
    // What begins by coming and ends by going was not there before, nor is it after.
    return last && first && last.change === first.change ? last : [];
  });
}
