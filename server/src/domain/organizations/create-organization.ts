import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { createOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "../../ctx.ts";
import { violatedConstraint } from "../../platform/db/unique-violation.ts";
import { addFirstOwner } from "../members/add-first-owner.ts";
import { requireUserId } from "../members/require-organization.ts";
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
  if (input.slug && (await isSlugTaken(ctx.db, input.slug, since))) throw slugTaken();
  const slug =
    input.slug ?? (await chooseSlug(input.name, (candidate) => isSlugTaken(ctx.db, candidate, since), ctx.newId));
  const organization = {
    organizationId: ctx.newId(),
    slug,
    name: input.name,
    credits: 0,
    isDemo: false,
  };
  try {
    await ctx.db.transaction(async (tx) => {
      await insertOrganization(tx, { ...organization, createdAt: ctx.now() });
      await addFirstOwner(ctx, tx, { organizationId: organization.organizationId, userId });
    });
  } catch (error) {
    if (violatedConstraint(error) !== null) throw slugTaken();
    throw error;
  }
  return { ...organization, role: "owner" };
}
