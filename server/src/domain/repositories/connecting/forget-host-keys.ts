import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { forgetHostKeys as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { forgetKeys } from "#server/domain/repositories/store/remotes.store.ts";

/** The next contact pins what the host shows then, also where a host publishes its keys: it may have changed them. */
export async function forgetHostKeys(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const row = await requireRepository(ctx, input, "repository.manage");
  const { organizationId, connection } = row;
  if (connection.type !== "ssh") {
    throw new AppError("unprocessable", { message: "Only repositories that are reached over SSH have host keys." });
  }
  await ctx.db.transaction(async (tx) => {
    await forgetKeys(tx, row);
    await recordAudit(ctx, tx, { organizationId, action: "repository.host-keys-forgotten", target: connection.url });
  });
}
