import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { createOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { foundOrganization } from "./found-organization.ts";

/** A new organization whose Owner is the caller. Without a slug one is made from the name. */
export async function createOrganization(
  ctx: Ctx,
  { name, slug }: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  return await foundOrganization(ctx, { name, slug, isDemo: false, userId });
}
