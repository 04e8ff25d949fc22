import type { listAuditEvents as endpoint } from "@cairn/contract/audit";
import type { ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";

import { selectAuditEvents } from "./audit.store.ts";

/** One page of the log. Checks no right, because members are a layer above: `listAuditEvents` there does. */
export async function loadAuditEvents(
  ctx: Pick<Ctx, "db">,
  given: { organizationId: string; page: number; limit: number },
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, page, limit } = given;
  const { rows, total } = await selectAuditEvents(ctx.db, { organizationId, limit, offset: (page - 1) * limit });
  const content = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { content, page, limit, total };
}
