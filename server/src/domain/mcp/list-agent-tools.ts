import { can } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Tool, ToolScope } from "#server/edge.ts";

/** Those of the tools that this agent may use in the product now. */
export async function listAgentTools(ctx: Ctx, input: ToolScope & { tools: readonly Tool[] }): Promise<Tool[]> {
  const { role, agentsWriteTasks } = await requireProject(ctx, input, "project.read");
  return input.tools.filter(({ writes }) => writes === undefined || (agentsWriteTasks && can(role, writes.action)));
}
