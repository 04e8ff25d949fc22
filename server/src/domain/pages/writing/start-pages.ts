import type { Ctx } from "#server/ctx.ts";

/** Puts looking over a product's pages in line; a run that waits already serves for both. */
export async function startPages(ctx: Ctx, project: { organizationId: string; projectId: string }): Promise<void> {
  const { organizationId, projectId } = project;
  await ctx.enqueue(ctx.db, "write-pages", { organizationId, projectId }, projectId);
}
