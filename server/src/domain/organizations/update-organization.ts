import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { updateOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import type { Database } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { slugTaken, tombstoneStart } from "./former-slugs.ts";
import { getOrganization } from "./get-organization.ts";
import { isSlugTaken, keepFormerSlug, lockNames, updateOrganizationRow } from "./organizations.store.ts";

type UpdateOrganizationInput = InputOf<typeof endpoint>;

/** Changes name or slug; the old slug keeps leading here. */
export async function updateOrganization(ctx: Ctx, input: UpdateOrganizationInput): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.update");
  try {
    // A slug may have been another organization's, long ago: only the whole database knows.
    await ctx.wholeDb.transaction((tx) => change(ctx, tx, { ...input, organizationId }));
  } catch (error) {
    if (violatedConstraint(error) !== null) throw slugTaken();
    throw error;
  }
  return await getOrganization(ctx, { organizationId });
}

/** What stood before is read behind a lock, so that of two renames at once neither forgets the other's slug. */
async function change(ctx: Ctx, tx: Database, { organizationId, name, slug }: UpdateOrganizationInput): Promise<void> {
  const before = await lockNames(tx, organizationId);
  if (!before || (name === undefined && slug === undefined)) return;
  // The caller may have been demoted while this waited for the lock.
  await requireOrganization({ actor: ctx.actor, db: tx }, { organizationId }, "organization.update");
  const isNewSlug = slug !== undefined && slug !== before.slug;
  if (isNewSlug && (await isSlugTaken(tx, slug, tombstoneStart(ctx.now()), organizationId))) throw slugTaken();
  await updateOrganizationRow(tx, organizationId, { name, slug });
  const target = name ?? before.name;
  if (name !== undefined && name !== before.name) {
    const names = { from: before.name, to: name };
    await recordAudit(ctx, tx, { organizationId, action: "organization.renamed", target, ...names });
  }
  if (isNewSlug) {
    await keepFormerSlug(tx, { slug: before.slug, organizationId, freedAt: ctx.now() }, slug);
    const slugs = { from: before.slug, to: slug };
    await recordAudit(ctx, tx, { organizationId, action: "organization.slug-changed", target, ...slugs });
  }
}
