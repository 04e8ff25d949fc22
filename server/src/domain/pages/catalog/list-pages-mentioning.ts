import type { Ctx } from "#server/ctx.ts";
import { searchPagesMentioning } from "#server/domain/pages/store/search.store.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

/**
 * Pages of a product and of its organization that mention a task, the last changed first. The caller has checked the right
 * to read them.
 */
export async function listPagesMentioning(
  ctx: Pick<Ctx, "db">,
  project: ProjectKey,
  { taskId, limit }: { taskId: string; limit: number },
): Promise<{ content: { artifactId: string; title: string }[]; total: number }> {
  return await searchPagesMentioning(ctx.db, project, { taskId, limit });
}
