import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { findServiceByName } from "#server/domain/services/find-service-by-name.ts";

import { openCodebases } from "./open-codebases.ts";
import { openAreas, openTextAreas, type SearchArea } from "./search-areas.ts";

/** Where an agent wants to look, in the words it has; everywhere when nothing is said. */
export interface ToolTarget {
  /** Name or id. */
  service?: string | undefined;
  /** Name or id. */
  repository?: string | undefined;
  /** Of the repository, or of the service's, or of the only one there is. */
  branch?: string | undefined;
}

/**
 * The code that an agent names, and also the external context when it names no location. The caller has already checked
 * the right to the project.
 */
export async function openLocation(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  { service: serviceName, repository, branch }: ToolTarget,
): Promise<SearchArea[]> {
  const service = serviceName === undefined ? undefined : await findServiceByName(ctx, project, serviceName);
  if (service === null) throw notFound("Service");
  const serviceId = service?.serviceId;
  if (branch === undefined || repository !== undefined) {
    return await openTextAreas(ctx, project, { serviceId, repositoryId: repository, branch });
  }
  const repositoryId = service ? service.repositoryId : await findOnlyRepository(ctx, project);
  if (repositoryId === null) throw new AppError("invalid_input", { message: "Name the repository the branch is of" });
  return await openAreas(ctx, project, { serviceId, repositoryId, branch });
}

async function findOnlyRepository(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
): Promise<string | null> {
  const [only, another] = await openCodebases(ctx, project);
  return only && !another ? only.repositoryId : null;
}
