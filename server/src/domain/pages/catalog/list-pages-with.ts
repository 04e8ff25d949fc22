import type { Ctx } from "#server/ctx.ts";
import { searchPagesWith } from "#server/domain/pages/store/search.store.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

/**
 * Pages of a product and of its organization that hold exactly this text, such as the address of a mention, the last
 * changed first. The caller has checked the right to read them.
 */
export async function listPagesWith(
  ctx: Pick<Ctx, "db">,
  project: ProjectKey,
  { text, limit }: { text: string; limit: number },
): Promise<{ content: { artifactId: string; title: string }[]; total: number }> {
  return await searchPagesWith(ctx.db, project, { text, limit });
}
