import type { InputOf } from "@cairn/contract/endpoint";
import type { resetOrganizationContext as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { resetContext } from "./reset-context.ts";

/** Deletes every document and index of the organization, its own documents too; what comes from code is built again. */
export async function resetOrganizationContext(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { organizationId, name } = await requireOrganization(ctx, input, "organization.reset");
  await resetContext(ctx, { organizationId }, name);
}
