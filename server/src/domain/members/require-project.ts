import { AppError, notFound } from "@cairn/contract/errors";
import { agentAccess, type Action, type Role } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";

import { findProject, type MemberProjectRow } from "./members.store.ts";
import { agentForbids, requireRole } from "./require-organization.ts";

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
  const { role, ...organization } = await requireRole(ctx, target, action);
  if (ctx.actor.kind === "agent" && agentAccess(action) === "never") throw agentForbids();
  const project = await findProject(ctx.db, organization.organizationId, target.projectId);
  if (!project) throw notFound("Product");
  if (!mayHere(ctx, project, action)) throw switchedOff(project.name);
  return { ...project, organization, role };
}

/** Read anew for each call, so that an agent in a long session stops at once where the switch goes off. */
function mayHere({ actor }: Pick<Ctx, "actor">, project: MemberProjectRow, action: Action): boolean {
  if (actor.kind !== "agent" || agentAccess(action) === "always") return true;
  return project.agentsWriteTasks && actor.credential !== undefined;
}

function switchedOff(productName: string): AppError {
  const message = `Agents only read the tasks of ${productName}. An Owner or Admin can let them create, move and tick tasks: on the product's page "MCP Server", switch on "Agents change tasks".`;
  return new AppError("forbidden", { message });
}
