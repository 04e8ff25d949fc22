import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { defaultWorkingPath } from "@cairn/contract/repository-connection";
import { updateService as endpoint } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { removeUnusedRepository } from "#server/domain/repositories/catalog/remove-unused-repository.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { checkRepository, takeRepository, type ChosenRepository } from "./choose-repository.ts";
import { describeServices } from "./describe-services.ts";
import { requireService } from "./require-service.ts";
import { findServiceRow, lockServiceRow, updateServiceRow, type ServiceRow } from "./services.store.ts";

type UpdateServiceInput = InputOf<typeof endpoint>;

/** Changes a service. A repository that it leaves behind is removed, unless another service uses it or it is hosted here. */
export async function updateService(ctx: Ctx, input: UpdateServiceInput): Promise<ResultOf<typeof endpoint>> {
  const row = await requireService(ctx, input, "service.write");
  const chosen = input.repository ? await checkRepository(ctx, row, input.repository) : input.repository;
  const left = await ctx.db.transaction(async (tx) => {
    const current = await lockServiceRow(tx, row);
    if (!current) throw notFound("Service");
    const change = { ...detailsOf(input, current), ...(await repositoryChange(ctx, tx, { current, chosen, input })) };
    if (Object.values(change).every((value) => value === undefined)) return null;
    await updateServiceRow(tx, row, change);
    await ctx.publish(tx, "service.changed", row);
    return change.repositoryId === undefined ? null : current.repositoryId;
  });
  if (left !== null) await removeUnusedRepository(ctx, { ...row, repositoryId: left });
  const updated = await findServiceRow(ctx.db, row);
  const [service] = updated ? await describeServices(ctx, row.organizationId, [updated]) : [];
  if (!service) throw notFound("Service");
  return service;
}

const contestable = ["name", "description", "type"] as const;

/** What the writer changed of what they saw; throws where somebody else has changed the same to something else since. */
function detailsOf(input: UpdateServiceInput, current: ServiceRow) {
  const { repository: _repository, expected = {}, ...details } = bodyOf(endpoint, input);
  const kept = contestable.filter((field) => expected[field] !== undefined && details[field] === expected[field]);
  const contested = contestable.find((field) => {
    const [seen, sent, now] = [expected[field], details[field], current[field]];
    return seen !== undefined && sent !== undefined && !kept.includes(field) && now !== seen && now !== sent;
  });
  if (contested !== undefined) {
    throw new AppError("conflict", {
      message: `Somebody else changed the ${contested} in the meantime. Save again to replace theirs with yours.`,
    });
  }
  return { ...details, ...Object.fromEntries(kept.map((field) => [field, undefined])) };
}

/** Another repository has other folders, so the working path begins anew where none is given. */
async function repositoryChange(
  ctx: Ctx,
  tx: Db,
  {
    current,
    chosen,
    input,
  }: { current: ServiceRow; chosen: ChosenRepository | null | undefined; input: UpdateServiceInput },
): Promise<{ repositoryId?: string | null; workingPath?: string }> {
  if (chosen === undefined) return {};
  const repositoryId = chosen && (await takeRepository(ctx, tx, current, chosen));
  const workingPath = input.repository?.workingPath ?? input.workingPath;
  if (repositoryId === current.repositoryId) return workingPath === undefined ? {} : { workingPath };
  return { repositoryId, workingPath: workingPath ?? defaultWorkingPath };
}
