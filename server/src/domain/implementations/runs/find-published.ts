import type { Ctx } from "#server/ctx.ts";
import { findRunRepository, type RunLease } from "#server/domain/implementations/store/runs.store.ts";

/** The repository that a run put a branch into; null where it did not, or is gone. */
export async function findPublished(
  ctx: Pick<Ctx, "wholeDb">,
  lease: RunLease,
): Promise<{ organizationId: string; repositoryId: string } | null> {
  const found = await findRunRepository(ctx.wholeDb, lease);
  return found?.isPublished === true
    ? { organizationId: lease.organizationId, repositoryId: found.repositoryId }
    : null;
}
