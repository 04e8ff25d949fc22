import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";

import { findOrganization } from "./members.store.ts";

/**
 * The id of an organization by its slug, for the operator's command line alone: it checks no rights, because there
 * is no user. Requests go through `requireOrganization`.
 */
export async function findOrganizationId(ctx: Pick<Ctx, "wholeDb">, slugOrId: string): Promise<string> {
  const organization = await findOrganization(ctx.wholeDb, slugOrId);
  if (!organization) throw notFound("Organization");
  return organization.organizationId;
}
