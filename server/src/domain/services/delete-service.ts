import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteService as endpoint } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { removeUnusedRepository } from "#server/domain/repositories/catalog/remove-unused-repository.ts";

import { requireService } from "./require-service.ts";
import { deleteServiceRow } from "./services.store.ts";

/** Its pages go with it, and so does its repository when no other service uses that. */
export async function deleteService(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const row = await requireService(ctx, input, "service.write");
  const { organizationId, name: target } = row;
  const deleted = await ctx.db.transaction(async (tx) => {
    const gone = await deleteServiceRow(tx, row);
    if (gone) await recordAudit(ctx, tx, { organizationId, action: "service.deleted", target });
    await ctx.publish(tx, "service.changed", row);
    return gone;
  });
  if (deleted?.repositoryId) await removeUnusedRepository(ctx, { organizationId, repositoryId: deleted.repositoryId });
}
