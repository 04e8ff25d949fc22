import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { updateOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "../../ctx.ts";
import { violatedConstraint } from "../../platform/db/unique-violation.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { slugTaken, tombstoneStart } from "./former-slugs.ts";
import { getOrganization } from "./get-organization.ts";
import { isSlugTaken, keepFormerSlug, updateOrganizationRow } from "./organizations.store.ts";

/** Changes name or slug; the old slug keeps leading here. */
export async function updateOrganization(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, slug: oldSlug } = await requireOrganization(ctx, input, "organization.update");
  const { name, slug } = input;
  const isNewSlug = slug !== undefined && slug !== oldSlug;
  if (isNewSlug && (await isSlugTaken(ctx.db, slug, tombstoneStart(ctx.now()), organizationId))) throw slugTaken();
  try {
    await ctx.db.transaction(async (tx) => {
      if (name !== undefined || slug !== undefined) await updateOrganizationRow(tx, organizationId, { name, slug });
      if (isNewSlug) await keepFormerSlug(tx, { slug: oldSlug, organizationId, freedAt: ctx.now() }, slug);
    });
  } catch (error) {
    if (violatedConstraint(error) !== null) throw slugTaken();
    throw error;
  }
  return await getOrganization(ctx, { organizationId });
}
