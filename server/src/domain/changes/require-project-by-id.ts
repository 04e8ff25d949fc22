import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";

import { findOrganizationOf } from "./changes.store.ts";

/** The project, if the actor may do this in it; for addresses that name no organization. */
export async function requireProjectById(
  ctx: Pick<Ctx, "actor" | "db">,
  projectId: string,
  action: Action,
): Promise<AccessedProject> {
  // Row security hides what is not the actor's.
  const organizationId = await findOrganizationOf(ctx.db, projectId);
  if (organizationId === null) throw notFound("Product");
  return await requireProject(ctx, { organizationId, projectId }, action);
}
