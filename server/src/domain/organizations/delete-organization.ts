import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { startRemovingContexts } from "#server/domain/external-context/remove-context.ts";
import { startRemovingUploads } from "#server/domain/files/remove-uploads.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { listRepositoryIds } from "#server/domain/repositories/catalog/find-repository.ts";
import { startRemovingFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";

import { tombstoneStart } from "./former-slugs.ts";
import { burySlugs, deleteOrganizationRow, listFormerSlugs, lockOrganizationRow } from "./organizations.store.ts";

/**
 * Deletes everything in it: rows by the database's own cascade, files by jobs that the same transaction
 * enqueues. Hashes of its slugs stay for a while, so that nobody takes over its addresses.
 */
export async function deleteOrganization(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.delete");
  await ctx.db.transaction(async (tx) => {
    // Nobody adds a repository from here on, so none is forgotten.
    const row = await lockOrganizationRow(tx, organizationId);
    if (!row) return;
    // The caller may have been demoted while this waited for the lock.
    await requireOrganization({ actor: ctx.actor, db: tx }, { organizationId }, "organization.delete");
    await startRemovingFiles(ctx, tx, await listRepositoryIds(tx, { organizationId }));
    await startRemovingContexts(ctx, tx, { organizationId });
    await startRemovingUploads(ctx, tx, organizationId);
    const slugs = [row.slug, ...(await listFormerSlugs(tx, organizationId))];
    await deleteOrganizationRow(tx, organizationId);
    await burySlugs(tx, slugs, { now: ctx.now(), since: tombstoneStart(ctx.now()) });
  });
}
