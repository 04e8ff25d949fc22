import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deleteRepositoryKey as endpoint } from "@cairn/contract/repository-keys";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";

import { deleteRepositoryKeyRow } from "./repository-keys.store.ts";

/** Deletes a key; it is refused from the next use on, also on a line that is open. */
export async function deleteRepositoryKey(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const repository = await requireRepository(ctx, input, "repository.manage");
  const { organizationId, slug } = repository;
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteRepositoryKeyRow(tx, repository, input.name))) throw notFound("Repository key");
    await recordAudit(ctx, tx, { organizationId, action: "repository-key.deleted", target: slug, from: input.name });
  });
}
