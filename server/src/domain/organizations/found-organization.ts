import type { Organization } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { addFirstOwner } from "#server/domain/members/add-first-owner.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { chooseSlug } from "./choose-slug.ts";
import { slugTaken, tombstoneStart } from "./former-slugs.ts";
import { insertOrganization, isSlugTaken } from "./organizations.store.ts";

export interface OwnedOrganization {
  name: string;
  /** Made from the name where it is absent. */
  slug?: string | undefined;
  isDemo: boolean;
  /** Becomes its Owner. */
  userId: string;
}

/** A new organization with its Owner. `within` writes what else belongs to it, in the same transaction. */
export async function foundOrganization(
  ctx: Ctx,
  { userId, ...wanted }: OwnedOrganization,
  within: (db: Db, organizationId: string) => Promise<void> = async () => undefined,
): Promise<Organization> {
  const since = tombstoneStart(ctx.now());
  const isTaken = (slug: string) => isSlugTaken(ctx.wholeDb, slug, since);
  if (wanted.slug !== undefined && (await isTaken(wanted.slug))) throw slugTaken();
  const slug = wanted.slug ?? (await chooseSlug(wanted.name, isTaken, ctx.newId));
  const { name, isDemo } = wanted;
  const organization = { organizationId: ctx.newId(), slug, name, credits: 0, isDemo };
  const { organizationId } = organization;
  try {
    // Nobody is a member of it yet, so nobody's own view could hold it.
    await ctx.wholeDb.transaction(async (tx) => {
      await insertOrganization(tx, { ...organization, createdAt: ctx.now() });
      await addFirstOwner(ctx, tx, { organizationId, userId });
      await recordAudit(ctx, tx, { organizationId, action: "organization.created", target: name });
      await within(tx, organizationId);
    });
  } catch (error) {
    if (violatedConstraint(error) !== "organizations_slug_unique") throw error;
    if (wanted.slug !== undefined) throw slugTaken();
    // Another organization with the same name was created first; this slug was not chosen by a person, so another will
    // do.
    return await foundOrganization(ctx, { userId, ...wanted }, within);
  }
  return { ...organization, role: "owner" };
}
