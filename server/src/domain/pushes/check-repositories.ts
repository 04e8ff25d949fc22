import type { Ctx } from "#server/ctx.ts";

/** Enqueues a check of repositories of one organization; two reports of one push lead to one check. */
export async function checkRepositories(
  ctx: Ctx,
  { organizationId, repositoryIds }: { organizationId: string; repositoryIds: readonly string[] },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const repositoryId of repositoryIds) {
      await ctx.enqueue(tx, "check-repository", { organizationId, repositoryId }, repositoryId);
    }
  });
}
