import type { InputOf } from "@cairn/contract/endpoint";
import { maxProposalCorrections, type saveProposalCorrections as endpoint } from "@cairn/contract/proposal-corrections";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";

import { deleteOldCorrections, upsertCorrections } from "./proposal-corrections.store.ts";

/**
 * Keeps corrections of proposals for all members of a project; of one that is given twice, the last. Those of a repository or service
 * that was deleted while they were typed have nothing to be kept with: they are dropped, and the others are kept.
 */
export async function saveProposalCorrections(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  const { organizationId, projectId } = project;
  const repositories = new Set((await findProjectRepositories(ctx, project)).map(({ repositoryId }) => repositoryId));
  const services = new Set((await listProjectServices(ctx, project)).map(({ serviceId }) => serviceId));
  const updatedAt = ctx.now();
  const rows = input.corrections.flatMap(({ repositoryId, foundPath, serviceId = null, ...correction }) => {
    const isGone = !repositories.has(repositoryId) || (serviceId !== null && !services.has(serviceId));
    return isGone ? [] : [{ organizationId, projectId, repositoryId, foundPath, correction, serviceId, updatedAt }];
  });
  if (rows.length === 0) return;
  const byPlace = new Map(rows.map((row) => [`${row.repositoryId} ${row.foundPath}`, row]));
  await ctx.db.transaction(async (tx) => {
    await upsertCorrections(tx, project, [...byPlace.values()]);
    await deleteOldCorrections(tx, project, maxProposalCorrections);
  });
}
