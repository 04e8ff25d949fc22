import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { restartIndexingTopics } from "#server/domain/external-context/start-work.ts";
import { restartIndexing } from "#server/domain/indexing/restart-indexing.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { deleteArtifactRows, lockOrganizationRow } from "#server/domain/pages/store/artifacts.store.ts";
import { deleteDroppedRows } from "#server/domain/pages/store/outline.store.ts";

/**
 * Deletes every document of an organization, or of one project, also those that were dropped, and rebuilds the indexes; the pages follow from the new
 * indexes by themselves. All in one transaction: running work notices the commit and discards its result. Chats,
 * descriptions, external context and finished set-ups stay. The caller has checked the right; it is checked again under
 * the lock, because it may have been lost while this waited.
 */
export async function resetContext(
  ctx: Ctx,
  scope: { organizationId: string; projectId?: string },
  target: string,
): Promise<void> {
  const { organizationId, projectId } = scope;
  await ctx.db.transaction(async (tx) => {
    await lockOrganizationRow(tx, organizationId);
    const right = projectId === undefined ? "organization.reset" : "project.reset";
    await requireOrganization({ actor: ctx.actor, db: tx }, scope, right);
    // Before the documents: writers of pages hold the indexes while they add any.
    await restartIndexing(ctx, tx, scope);
    await restartIndexingTopics(ctx, tx, scope);
    await deleteArtifactRows(tx, scope);
    await deleteDroppedRows(tx, scope);
    const action = projectId === undefined ? "organization.context-reset" : "project.context-reset";
    await recordAudit(ctx, tx, { organizationId, action, target });
  });
}
