import { serviceSchema, type Service } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { describeRepository } from "#server/domain/repositories/catalog/describe-repository.ts";
import { listRepositoriesById } from "#server/domain/repositories/catalog/find-repository.ts";
import { toEntity } from "#server/to-entity.ts";

import type { ServiceRow } from "./services.store.ts";

/** Rows of one organization as the contract shows them, each with its repository; two queries however many there are. */
export async function describeServices(
  ctx: Ctx,
  organizationId: string,
  rows: readonly ServiceRow[],
): Promise<Service[]> {
  const ids = new Set(rows.flatMap((row) => row.repositoryId ?? []));
  const repositories = await listRepositoriesById(ctx, organizationId, [...ids]);
  const byId = new Map(repositories.map((row) => [row.repositoryId, describeRepository(ctx, row)]));
  return rows.map((row) => {
    const repository = byId.get(row.repositoryId ?? "") ?? null;
    return toEntity(serviceSchema, { ...row, repository, isReadOnly: repository?.isReadOnly ?? false });
  });
}
