import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

import { whyKeptHere } from "./why-kept-here.ts";

/**
 * Why a reviewer cannot commit to a change from here, as a sentence; null where they can. A branch that people push to must
 * move where it lies, or the next fetch would take the commit for gone; what a run wrote can always stay on this server.
 */
export function findCommitObstacle({
  engine,
  repository,
  workingBranch,
}: Pick<NamedImplementationRow, "engine" | "repository" | "workingBranch">): string | null {
  const lack = engine === "own-machine" ? whyKeptHere(repository) : null;
  return lack === null ? null : `${lack} Commit it to “${workingBranch}” there, and push; it is followed.`;
}
