import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Puts looking over a product's pages in line within `db`; a run that waits already serves for both. */
export async function startPages(
  ctx: Pick<Ctx, "enqueue">,
  db: Db,
  project: { organizationId: string; projectId: string },
): Promise<void> {
  const { organizationId, projectId } = project;
  await ctx.enqueue(db, "write-pages", { organizationId, projectId }, projectId);
}
