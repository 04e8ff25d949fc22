import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listConnections as endpoint } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { describeConnection } from "./describe-connection.ts";
import { listConnectionRows } from "./integrations.store.ts";

export async function listConnections(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "integration.read");
  const { page, limit } = input;
  const { rows, total } = await listConnectionRows(ctx.db, organizationId, { limit, offset: (page - 1) * limit });
  return { content: rows.map((row) => describeConnection(ctx, row)), page, limit, total };
}
