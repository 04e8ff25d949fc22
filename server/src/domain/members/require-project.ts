import { notFound } from "@cairn/contract/errors";
import type { Action, Role } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";

import { findProject, type MemberProjectRow } from "./members.store.ts";
import { requireOrganization } from "./require-organization.ts";

export interface AccessedProject extends MemberProjectRow {
  organization: { organizationId: string; slug: string; name: string };
  role: Role;
}

/** The project of this organization, if the actor may do this in it; both parameters take a slug or an id. */
export async function requireProject(
  ctx: Pick<Ctx, "actor" | "db">,
  target: { organizationId: string; projectId: string },
  action: Action,
): Promise<AccessedProject> {
  const { role, ...organization } = await requireOrganization(ctx, target, action);
  const project = await findProject(ctx.db, organization.organizationId, target.projectId);
  if (!project) throw notFound("Product");
  return { ...project, organization, role };
}
