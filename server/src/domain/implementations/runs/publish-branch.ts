import { AppError } from "@cairn/contract/errors";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { pushChange } from "#server/domain/implementations/publishing/push-change.ts";
import { nameTarget, type PushableConnection } from "#server/domain/implementations/publishing/push-target.ts";
import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";

/** What the end of a run says of the branch. */
interface PublishedBranch {
  isPublished: boolean;
  summary: string;
}

/**
 * Puts the change on a branch of its own where everybody sees it: in a repository that this server hosts, or at another host where
 * it may write. Else it stays beside the branches here, and the summary says why: the change is done all the same.
 */
export async function publishBranch(
  work: PhaseWork,
  { connection, repositoryId }: Pick<RunTarget, "connection" | "repositoryId">,
): Promise<PublishedBranch> {
  const { headOid: oid, workingBranch: branch, organizationId, engine, pushedOid } = work.row;
  if (oid === null) throw new AppError("conflict", { message: "There is no change to review." });
  // It came from the branch, and whoever pushed it may have gone on since.
  const isFromBranch = pushedOid === oid;
  switch (connection.type) {
    case "internal":
      if (!isFromBranch || engine === "own-machine") await moveBranch(work, { branch, oid });
      return { isPublished: true, summary: `The change is ready for review, on the branch ${branch}.` };
    case "github":
    case "url":
    case "ssh": {
      if (isFromBranch || engine === "own-machine") return { isPublished: true, summary: readyOn(branch, connection) };
      const { directory } = work;
      const former = await readFormer(work);
      const target = { organizationId, repositoryId, connection };
      const lack = await pushChange(work.ctx, { ...target, directory, branch, oid, former });
      return lack === null
        ? { isPublished: true, summary: readyOn(branch, connection) }
        : {
            isPublished: false,
            summary: `The change is ready for review. It is kept on this server: ${lack} ${sayAgain(connection)}`,
          };
    }
    case "path":
      if (isFromBranch) {
        return {
          isPublished: true,
          summary: `The change is ready for review, on the branch ${branch} where it is hosted.`,
        };
      }
      return {
        isPublished: false,
        summary:
          "The change is ready for review. It is kept on this server: the repository takes no branches from here.",
      };
  }
}

function readyOn(branch: string, connection: PushableConnection): string {
  const { name, there } = nameTarget(connection);
  return `The change is ready for review, on the branch ${branch} of ${name} ${there}.`;
}

function sayAgain(connection: PushableConnection): string {
  return `“Push to ${nameTarget(connection).host}” tries again.`;
}

/** What a revision takes the place of; null for a first change. */
async function readFormer({ ctx, row, directory }: PhaseWork): Promise<string | null> {
  return await readRef(directory, runRef(row.implementationId, "former"), { signal: ctx.signal });
}

async function moveBranch(work: PhaseWork, { branch, oid }: { branch: string; oid: string }): Promise<void> {
  const { ctx, directory } = work;
  const { signal } = ctx;
  const ref = `refs/heads/${branch}`;
  if (await moveRef(directory, { ref, oid, expected: null, signal })) return;
  const former = await readFormer(work);
  if (former !== null && (await moveRef(directory, { ref, oid, expected: former, signal }))) return;
  throw new AppError("conflict", {
    message: `The repository has a branch “${branch}” already, with something else on it.`,
  });
}
