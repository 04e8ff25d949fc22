import type { Ctx } from "#server/ctx.ts";
import { listGithubIds, renameGithubRows } from "#server/domain/repositories/store/github.store.ts";

interface RenamedRepository {
  owner: string;
  repo: string;
}

/** The organization's repositories that are connected to these on GitHub. For jobs and webhooks of ours only. */
export async function listGithubRepositoryIds(
  ctx: Ctx,
  { organizationId, names }: { organizationId: string; names: readonly RenamedRepository[] },
): Promise<string[]> {
  return await listGithubIds(ctx.db, organizationId, names);
}

/** A repository was renamed or moved on GitHub, and is now read through `connectionId`. For webhooks of ours only. */
export async function renameGithubRepositories(
  ctx: Ctx,
  given: { organizationId: string; connectionId: string; from: RenamedRepository; to: RenamedRepository },
): Promise<void> {
  await renameGithubRows(ctx.db, given);
}
