import type { Ctx } from "#server/ctx.ts";

/** Puts looking for news in line for repositories of one organization; told twice, it is done once. */
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
