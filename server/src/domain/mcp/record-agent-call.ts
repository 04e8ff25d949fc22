import type { Ctx } from "#server/ctx.ts";
import type { ToolScope } from "#server/edge.ts";

import { upsertAgentCall } from "./mcp.store.ts";
import { plainName } from "./plain-name.ts";

const maxClientName = 100;

/**
 * Records that an agent's call of a tool was answered, for the page that shows whether agents reach the product. Never
 * rejects: the answer matters more than the count. The caller has already checked the right to the project.
 */
export async function recordAgentCall(
  ctx: Ctx,
  call: ToolScope & { tool: string; client: string | null },
): Promise<void> {
  if (ctx.actor.kind !== "agent") return;
  const { userId } = ctx.actor;
  const lastCallAt = ctx.now();
  try {
    const day = lastCallAt.toISOString().slice(0, 10);
    const lastClient = call.client === null ? null : plainName(call.client, maxClientName) || null;
    const { organizationId, projectId, tool: lastTool } = call;
    await upsertAgentCall(ctx.db, { organizationId, projectId, userId, day, lastCallAt, lastTool, lastClient });
  } catch (error) {
    ctx.log.warn({ error }, "an agent's call could not be counted");
  }
}
