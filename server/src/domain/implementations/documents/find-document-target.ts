import type { Ctx } from "#server/ctx.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import { isPushable } from "#server/domain/implementations/publishing/push-target.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

/** What the pages would be written from after a merge. */
export type DocumentTarget =
  | { kind: "merge"; repository: RepositoryRow; directory: string; head: string; tip: string }
  /** The pages are about to move to where the base branch stands. */
  | { kind: "waiting"; note: string }
  /** Merging changes no page, or cannot be done; `note` says why, for people. */
  | { kind: "none"; note: string };

/** Which merge the documents of an implementation are about now. The pages stand at the base branch then. */
export async function findDocumentTarget(ctx: Ctx, row: NamedImplementationRow): Promise<DocumentTarget> {
  const { organizationId, repositoryId, headOid: head, baseBranch } = row;
  if (row.state === "discarded") return none("This implementation was discarded.");
  if (head === null) return none("There is no change yet.");
  if (row.runState !== "completed") return none("Pages are compared with the change when its run is complete.");
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  if (repository === null) return none("The repository is gone.");
  // What GitHub has is merged from here, or seen to be merged there: decisions 78, 81 and 90.
  const { connection, canPush } = repository;
  if (connection.type !== "internal" && connection.type !== "github" && !(canPush && isPushable(connection))) {
    return none(
      "This repository is hosted elsewhere. Its pages are brought up to date after the change is merged there.",
    );
  }
  if (repository.indexedCommit === null) return none("The repository has not been read yet, so no page is about it.");
  if (repository.mainBranch !== baseBranch) {
    return none(`Pages are about ${repository.mainBranch ?? "another branch"}, and this goes into ${baseBranch}.`);
  }
  const directory = codeDirectory(ctx, repository);
  const tip = await resolveCommit(directory, baseBranch, { signal: ctx.signal });
  if (tip === null) return none(`The repository has no branch “${baseBranch}” any more.`);
  if ((await tryMerge(directory, { tip, head })).kind !== "clean") {
    return none(`Pages are compared with the change when it merges into ${baseBranch} without conflicts.`);
  }
  if (repository.indexedCommit === tip) return { kind: "merge", repository, directory, head, tip };
  return repository.indexState === "failed"
    ? none(`${baseBranch} could not be read: ${repository.indexError ?? "nobody knows why"}`)
    : { kind: "waiting", note: `The pages are being brought to where ${baseBranch} stands.` };
}

function none(note: string): DocumentTarget {
  return { kind: "none", note };
}
