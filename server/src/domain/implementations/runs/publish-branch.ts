import { AppError } from "@cairn/contract/errors";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { moveRef } from "#server/platform/git/refs/move-ref.ts";

/** What the end of a run says of the branch. */
interface PublishedBranch {
  isPublished: boolean;
  summary: string;
}

/**
 * Puts the change on a branch of its own where everybody sees it. Only repositories that this server hosts have room for
 * one; of others it stays beside their branches.
 */
export async function publishBranch(
  { ctx, row, directory }: PhaseWork,
  { isHosted }: { isHosted: boolean },
): Promise<PublishedBranch> {
  const { headOid: oid, workingBranch } = row;
  if (oid === null) throw new AppError("conflict", { message: "There is no change to review." });
  if (!isHosted) {
    return {
      isPublished: false,
      summary: "The change is ready for review. It is kept on this server: the repository takes no branches from here.",
    };
  }
  const ref = `refs/heads/${workingBranch}`;
  const { signal } = ctx;
  const isMoved = await moveRef(directory, { ref, oid, expected: null, signal });
  if (!isMoved) {
    throw new AppError("conflict", {
      message: `The repository has a branch “${workingBranch}” already, with something else on it.`,
    });
  }
  return { isPublished: true, summary: `The change is ready for review, on the branch ${workingBranch}.` };
}
