import type { Ctx } from "#server/ctx.ts";
import { findHostedRow, type RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";

/**
 * A repository that this server hosts, by its slug, which is unique in the organization. Null when there is none
 * such. The caller has already checked the right.
 */
export async function findHostedRepository(
  ctx: Ctx,
  address: { organizationId: string; slug: string },
): Promise<RepositoryRow | null> {
  return await findHostedRow(ctx.db, address);
}
