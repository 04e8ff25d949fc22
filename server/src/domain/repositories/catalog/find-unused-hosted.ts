import type { Ctx } from "#server/ctx.ts";
import { findUnusedHostedRow } from "#server/domain/repositories/store/repositories.store.ts";

/**
 * A repository of a project that is hosted here and that no service uses, of this slug or that with a number; null where there is
 * none. The caller has already checked the right.
 */
export async function findUnusedHosted(
  ctx: Ctx,
  wanted: { organizationId: string; projectId: string; slug: string },
): Promise<string | null> {
  return await findUnusedHostedRow(ctx.db, wanted);
}
