import type { listAuditEvents as endpoint } from "@cairn/contract/audit";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "../../ctx.ts";
import { readAuditEvents } from "../audit/read-audit-events.ts";
import { requireOrganization } from "./require-organization.ts";

/** Asks the right here: the audit room lies below this one, so that members can write to it. */
export async function listAuditEvents(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "audit.read");
  return await readAuditEvents(ctx, { organizationId, page: input.page, limit: input.limit });
}
