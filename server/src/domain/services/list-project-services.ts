import type { Service } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";

import { describeServices } from "./describe-services.ts";
import { listServiceRows, type ServiceRow } from "./services.store.ts";

/** The services of a project, in their order. The caller has already checked the right to the project. */
export async function listProjectServices(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
): Promise<ServiceRow[]> {
  return await listServiceRows(ctx.db, project.organizationId, [project.projectId]);
}

/**
 * Services by project, for a list of projects of one organization. The caller has already checked the right to them.
 */
export async function describeServicesOf(
  ctx: Ctx,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, Service[]>> {
  const rows = await listServiceRows(ctx.db, organizationId, projectIds);
  const described = await describeServices(ctx, organizationId, rows);
  const byProject = new Map<string, Service[]>(projectIds.map((projectId) => [projectId, []]));
  for (const [at, row] of rows.entries()) {
    const service = described[at];
    if (service) byProject.get(row.projectId)?.push(service);
  }
  return byProject;
}
