import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getMcpStatus as endpoint } from "@cairn/contract/mcp";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Tool } from "#server/edge.ts";

import { countAgentCalls, loadAgentWriting, selectLastAgentCall } from "./mcp.store.ts";

/** Pinned: what people copy runs on their machines. */
const bridge = "mcp-remote@0.15.1";

/** Where agents reach a project, what they find there, and whether they came. */
export async function getMcpStatus(
  ctx: Ctx,
  input: InputOf<typeof endpoint> & { tools: readonly Tool[] },
): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUser(ctx.actor);
  const project = await requireProject(ctx, input, "project.read");
  const today = ctx.now().toISOString().slice(0, 10);
  const callsToday = await countAgentCalls(ctx.db, project, today);
  const last = await selectLastAgentCall(ctx.db, project, userId);
  const url = `${ctx.settings.addresses.mcpHost}/v1/o/${project.organization.slug}/p/${project.slug}/context`;
  return {
    url,
    sseUrl: `${url}/sse`,
    stdio: { command: "npx", args: ["-y", bridge, url] },
    callsToday,
    lastCall: last && { at: last.lastCallAt.toISOString(), tool: last.lastTool, client: last.lastClient },
    agentWriting: await loadAgentWriting(ctx.db, project),
    tools: input.tools.map(({ name, description, writes }) => ({ name, description, isWriting: writes !== undefined })),
  };
}
