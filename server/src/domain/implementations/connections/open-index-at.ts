import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { openCommitIndex } from "#server/domain/search/open-commit-index.ts";

/** Who looks gets what there is within this, and the rest with the next look. */
const maxWaitMs = 1_500;

/** The index at a commit: that of the main branch where this is its commit. Throws `unavailable` where it takes too long. */
export async function openIndexAt(
  ctx: Ctx,
  repository: RepositoryRow,
  target: { code: string; commit: string },
): Promise<CodeIndex> {
  const main = openMainBranch(ctx, repository)?.index;
  return main?.commit === target.commit ? main : await openCommitIndex(ctx, repository, { ...target, maxWaitMs });
}
