import type { Ctx } from "#server/ctx.ts";
import { markCodeGone } from "#server/domain/ledger/mark-code-gone.ts";

import { startPages } from "./start-pages.ts";

/** Puts looking over a product's pages in line once it is noted which sections rested on the repository that is gone. */
export async function startPagesWithout(
  ctx: Ctx,
  repository: { organizationId: string; projectId: string; repositoryId: string },
): Promise<void> {
  // The ledger hears of it by itself, but perhaps later than the pages do.
  await markCodeGone(ctx, ctx.db, repository);
  await startPages(ctx, repository);
}
