import type { MergeObstacle } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { findChangeConnections } from "#server/domain/implementations/connections/find-change-connections.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { listRequiredRules } from "#server/domain/rules/list-required-rules.ts";

import { findMergeObstacles } from "./find-merge-obstacles.ts";

/** The first reason why one finished implementation cannot be merged now; null when it can. */
export async function findMergeObstacle(ctx: Ctx, row: NamedImplementationRow): Promise<MergeObstacle | null> {
  const requiredRules = await listRequiredRules(ctx.db, row.organizationId, [row.projectId]);
  const [obstacle] = await findMergeObstacles(ctx, row, {
    openStep: null,
    requiredRules,
    findConnections: () => findChangeConnections(ctx, row),
  });
  return obstacle ?? null;
}
