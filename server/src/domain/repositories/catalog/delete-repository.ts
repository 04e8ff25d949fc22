import type { InputOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { deleteRepository as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import {
  deleteRepositoryRow,
  listServicesUsing,
  lockRepositoryRow,
} from "#server/domain/repositories/store/repositories.store.ts";

import { startRemovingFiles } from "./remove-repository-files.ts";
import { requireRepository } from "./require-repository.ts";

/** Its mirror and index go with it; of one that this server hosts, every commit does. */
export async function deleteRepository(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const row = await requireRepository(ctx, input, "repository.manage");
  const { organizationId, projectId, repositoryId, slug: target } = row;
  await ctx.db.transaction(async (tx) => {
    if (!(await lockRepositoryRow(tx, row))) throw notFound("Repository");
    const names = await listServicesUsing(tx, repositoryId);
    if (names.length > 0) throw inUse(names);
    await deleteRepositoryRow(tx, row);
    await startRemovingFiles(ctx, tx, [repositoryId]);
    await recordAudit(ctx, tx, { organizationId, action: "repository.deleted", target });
    await ctx.publish(tx, "repository.deleted", { organizationId, projectId, repositoryId });
  });
}

const maxNamed = 5;

function inUse(names: readonly string[]): AppError {
  const named = names.slice(0, maxNamed).join(", ");
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  const services = names.length === 1 ? "the service" : "the services";
  return new AppError("conflict", {
    message: `This repository is used by ${services} ${named}${more}. Give them another one first, or delete them.`,
  });
}
