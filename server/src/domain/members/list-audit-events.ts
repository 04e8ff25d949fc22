import type { listAuditEvents as endpoint } from "@cairn/contract/audit";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { loadAuditEvents } from "#server/domain/audit/load-audit-events.ts";

import { requireOrganization } from "./require-organization.ts";

/** Checks the right here: `audit` is a layer below, so that members can write to it. */
export async function listAuditEvents(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "audit.read");
  return await loadAuditEvents(ctx, { organizationId, page: input.page, limit: input.limit });
}
