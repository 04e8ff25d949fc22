import { withActor, type Ctx } from "#server/ctx.ts";
import { selectPushed } from "#server/domain/implementations/store/pushes.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { openRemoteOf } from "#server/domain/repositories/connecting/open-remote.ts";
import { moveRef, readRef } from "#server/platform/git/refs/move-ref.ts";
import { readTip } from "#server/platform/git/remote/fetch-tip.ts";

import { takePush } from "./take-push.ts";

/**
 * Asks the host of an implementation's branch where it stands, and takes that for pushed where the mirror agrees: somebody took
 * back what a reviewer had committed. Else the mirror is behind, and follows.
 */
export async function confirmPush(
  ctx: Ctx,
  pushed: { organizationId: string; implementationId: string },
): Promise<void> {
  const acting = withActor(ctx, { kind: "system", organizationId: pushed.organizationId });
  const found = await selectPushed(acting.db, pushed);
  if (found === null) return;
  const { workingBranch: branch, organizationId, repositoryId, pushedOid } = found.row;
  const repository = await findRepository(acting, { organizationId, repositoryId });
  if (repository === null || repository.connection.type === "internal") return;
  const { egress, signal } = ctx;
  const directory = codeDirectory(ctx, repository);
  const ref = `refs/heads/${branch}`;
  const oid = await readRef(directory, ref, { signal });
  if (oid === null || oid === pushedOid) return;
  const remote = await openRemoteOf(acting, repository);
  const tip = await readTip({ directory, remote, egress, branch, signal });
  if (tip === oid) await takePush(ctx, pushed, { confirmed: oid });
  // From where it was read: a fetch at this moment may know better.
  else if (tip !== null && tip === pushedOid) await moveRef(directory, { ref, oid: tip, expected: oid, signal });
  else await ctx.enqueue(acting.db, "check-repository", { organizationId, repositoryId }, repositoryId);
}
