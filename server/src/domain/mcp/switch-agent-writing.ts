import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { switchAgentWriting as endpoint } from "@cairn/contract/mcp";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { loadAgentWriting, updateAgentWriting } from "./mcp.store.ts";

/** Lets agents change the tasks of a project, or ends that at once. What is so already stays as somebody switched it. */
export async function switchAgentWriting(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUser(ctx.actor);
  const project = await requireProject(ctx, input, "mcp.manage");
  const { organizationId, name: target } = project;
  const { isOn } = input;
  await ctx.db.transaction(async (tx) => {
    const change = { isOn, by: userId, at: ctx.now() };
    if (!(await updateAgentWriting(tx, project, change))) return;
    const [from, to] = isOn ? ["off", "on"] : ["on", "off"];
    await recordAudit(ctx, tx, { organizationId, action: "project.agent-writing-switched", target, from, to });
  });
  return await loadAgentWriting(ctx.db, project);
}
