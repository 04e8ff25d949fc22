import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { updateOrganizationRow } from "./organizations.store.ts";

/** Marks an organization as made by the demo seed, so that the interface says so. The system alone does this. */
export async function markDemo(ctx: Ctx, input: { organizationId: string }): Promise<void> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.update");
  if (ctx.actor.kind !== "system") throw new AppError("forbidden", { message: "Only the server marks a demo" });
  await updateOrganizationRow(ctx.db, organizationId, { isDemo: true });
}
