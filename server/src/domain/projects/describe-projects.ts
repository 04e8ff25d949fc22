import type { Project } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { describeServicesOf } from "#server/domain/services/list-project-services.ts";

import type { ProjectRow } from "./projects.store.ts";

/** Rows of one organization as the contract shows them, each with its services. */
export async function describeProjects(
  ctx: Ctx,
  organization: { organizationId: string; slug: string; name: string },
  rows: readonly ProjectRow[],
): Promise<Project[]> {
  const { organizationId, slug, name } = organization;
  const services = await describeServicesOf(
    ctx,
    organizationId,
    rows.map((row) => row.projectId),
  );
  return rows.map((row) => ({
    projectId: row.projectId,
    slug: row.slug,
    name: row.name,
    description: row.description,
    isDescriptionProposed: row.isDescriptionProposed,
    organization: { organizationId, slug, name },
    sshKey: row.sshPublicKey,
    services: services.get(row.projectId) ?? [],
    setupComplete: row.setupComplete,
    mergeMethod: row.mergeMethod,
    mergePath: row.mergePath,
  }));
}
