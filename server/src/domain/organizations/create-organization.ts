import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { createOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { addFirstOwner } from "#server/domain/members/add-first-owner.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { chooseSlug } from "./choose-slug.ts";
import { slugTaken, tombstoneStart } from "./former-slugs.ts";
import { insertOrganization, isSlugTaken } from "./organizations.store.ts";

/** A new organization whose Owner is the caller. Without a slug one is made from the name. */
export async function createOrganization(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const since = tombstoneStart(ctx.now());
  if (input.slug && (await isSlugTaken(ctx.wholeDb, input.slug, since))) throw slugTaken();
  const slug =
    input.slug ?? (await chooseSlug(input.name, (candidate) => isSlugTaken(ctx.wholeDb, candidate, since), ctx.newId));
  const organization = {
    organizationId: ctx.newId(),
    slug,
    name: input.name,
    credits: 0,
    isDemo: false,
  };
  try {
    // Nobody is a member of it yet, so nobody's own view could hold it.
    await ctx.wholeDb.transaction(async (tx) => {
      await insertOrganization(tx, { ...organization, createdAt: ctx.now() });
      const { organizationId, name } = organization;
      await addFirstOwner(ctx, tx, { organizationId, userId });
      await recordAudit(ctx, tx, { organizationId, action: "organization.created", target: name });
    });
  } catch (error) {
    if (violatedConstraint(error) !== "organizations_slug_unique") throw error;
    if (input.slug !== undefined) throw slugTaken();
    // Another organization with the same name was created first; this slug was not chosen by a person, so another will
    // do.
    return await createOrganization(ctx, input);
  }
  return { ...organization, role: "owner" };
}
