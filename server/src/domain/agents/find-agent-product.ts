import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { type AgentTarget, agentAudience } from "#server/platform/oidc/agent-address.ts";

/** A product that an agent of somebody may read. */
export interface AgentProduct {
  /** Whether agents may create its tasks, move them and tick their criteria. */
  agentsWriteTasks: boolean;
  organizationName: string;
  projectName: string;
  /** What tokens for it are issued for. */
  audience: string;
}

/** Null when there is no such product, and just the same when this user may not read it. */
export async function findAgentProduct(
  ctx: Pick<Ctx, "databaseFor" | "settings">,
  userId: string,
  target: AgentTarget,
): Promise<AgentProduct | null> {
  const actor = { kind: "agent" as const, userId };
  try {
    const project = await requireProject({ actor, db: ctx.databaseFor(actor) }, target, "project.read");
    return {
      agentsWriteTasks: project.agentsWriteTasks,
      organizationName: project.organization.name,
      projectName: project.name,
      audience: agentAudience(ctx.settings.addresses, project),
    };
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "forbidden")) return null;
    throw error;
  }
}
