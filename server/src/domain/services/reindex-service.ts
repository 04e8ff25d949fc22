import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { reindexService as endpoint } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { awaitsPush } from "#server/domain/indexing/awaits-push.ts";
import { startIndexing } from "#server/domain/indexing/start-indexing.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";

import { canReindex } from "./can-reindex.ts";
import { describeServices } from "./describe-services.ts";
import { requireService } from "./require-service.ts";

/** The manual Reindex, with its cooldown; pushes are not bound to it. */
export async function reindexService(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireService(ctx, input, "service.write");
  const { organizationId, repositoryId } = row;
  const repository = repositoryId === null ? null : await findRepository(ctx, { organizationId, repositoryId });
  if (!repository) throw new AppError("unprocessable", { message: "This service has no repository" });
  const decision = canReindex(repository, { now: ctx.now(), cooldownHours: ctx.settings.limits.reindexCooldownHours });
  if (decision.kind === "wait") throw new AppError("conflict", { message: decision.reason });
  if (await awaitsPush(ctx, repository)) {
    const message = "Nothing was pushed to this repository yet. The first push is indexed by itself.";
    throw new AppError("conflict", { message });
  }
  await ctx.db.transaction((tx) => startIndexing(ctx, tx, repository));
  const [service] = await describeServices(ctx, organizationId, [row]);
  if (!service) throw notFound("Service");
  return service;
}
