import type { Ctx } from "../../ctx.ts";
import { markPagesUpdating } from "./artifacts.store.ts";

/** Marks the engine's pages of a project as being written and puts the writing in line; a waiting run serves for both. */
export async function startPages(ctx: Ctx, project: { organizationId: string; projectId: string }): Promise<void> {
  const { organizationId, projectId } = project;
  await ctx.db.transaction(async (tx) => {
    await markPagesUpdating(tx, { organizationId, projectId });
    await ctx.enqueue(tx, "write-pages", { organizationId, projectId }, projectId);
  });
}
