import type { removeArchitectureEdge as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { deleteEdge, selectEndNames } from "./architecture.store.ts";
import { loadArchitecture } from "./load-architecture.ts";
import { nameConnection } from "./name-connection.ts";
import { requireNode } from "./write-nodes.ts";

/** Takes back what was said of a connection; where nothing was, nothing changes. */
export async function removeArchitectureEdge(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  const isGone = await ctx.db.transaction(async (tx) => {
    if (!(await deleteEdge(tx, project, input))) return false;
    const target = nameConnection(await selectEndNames(tx, project, input), project.name);
    const { organizationId } = project;
    await recordAudit(ctx, tx, { organizationId, action: "architecture.connection-freed", target });
    return true;
  });
  if (isGone) return;
  const architecture = await loadArchitecture(ctx, project);
  for (const nodeId of [input.sourceId, input.targetId]) requireNode(architecture, nodeId);
}
