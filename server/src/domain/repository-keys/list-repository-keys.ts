import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listRepositoryKeys as endpoint } from "@cairn/contract/repository-keys";

import type { Ctx } from "#server/ctx.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";

import { describeRepositoryKey } from "./describe-repository-key.ts";
import { countRepositoryKeys, selectRepositoryKeys } from "./repository-keys.store.ts";

/** A repository's keys, newest first. Every member may know who else has a way in. */
export async function listRepositoryKeys(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const repository = await requireRepository(ctx, input, "project.read");
  const rows = await selectRepositoryKeys(ctx.db, repository, { limit, offset: (page - 1) * limit });
  return {
    content: rows.map(describeRepositoryKey),
    page,
    limit,
    total: await countRepositoryKeys(ctx.db, repository),
  };
}
