import { withActor, type Ctx } from "#server/ctx.ts";
import { selectMergeIntent } from "#server/domain/implementations/store/merges.store.ts";
import { forgetLook, listOpenPulls } from "#server/domain/implementations/store/pull-requests.store.ts";
import type { ListenerCtx } from "#server/edge.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { completeMerge } from "./complete-merge.ts";

interface FollowedRepository {
  organizationId: string;
  repositoryId: string;
}

/** Asks GitHub at once what became of the pull requests of a repository. */
export async function followPulls(ctx: Ctx, { organizationId, repositoryId }: FollowedRepository): Promise<void> {
  const acting = withActor(ctx, { kind: "system", organizationId });
  for (const key of await listOpenPulls(acting.db, { organizationId, repositoryId })) {
    ctx.signal.throwIfAborted();
    const intent = await selectMergeIntent(acting.db, key);
    if (intent === null) continue;
    await forgetLook(acting.db, key);
    await completeMerge(ctx, intent);
  }
}

/** A repository has new commits: one of its pull requests may have brought them. */
export async function followPullsOf(
  ctx: ListenerCtx,
  db: Db,
  { organizationId, repositoryId }: FollowedRepository,
): Promise<void> {
  if ((await listOpenPulls(db, { organizationId, repositoryId })).length === 0) return;
  await ctx.enqueue(db, "follow-pull-requests", { organizationId, repositoryId }, repositoryId);
}
