import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deleteConnection as endpoint } from "@cairn/contract/integrations";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { deleteConnectionRow } from "./integrations.store.ts";

/** Disconnects an account here; the app stays installed there. Its repositories keep what was indexed. */
export async function deleteConnection(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { organizationId } = await requireOrganization(ctx, input, "integration.manage");
  await ctx.db.transaction(async (tx) => {
    const row = await deleteConnectionRow(tx, { organizationId, connectionId: input.connectionId });
    if (!row) throw notFound("Connection");
    await recordAudit(ctx, tx, { organizationId, action: "connection.deleted", target: row.account });
  });
}
