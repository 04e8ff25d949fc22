import type { setArchitectureBaseline as endpoint } from "@cairn/contract/architecture";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { insertNewEdges, selectBaselineAt, upsertBaseline } from "./architecture.store.ts";
import { loadArchitecture } from "./load-architecture.ts";
import { requireNode, writeNodes } from "./write-nodes.ts";

/** Allows what the code has today: nothing of it is drift any more, and what comes later is. What is forbidden stays so. */
export async function setArchitectureBaseline(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const architecture = await loadArchitecture(ctx, project);
  const { organizationId, projectId } = project;
  const setBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const setAt = ctx.now();
  const found = architecture.edges.filter(({ derived, stance }) => derived !== null && stance === null);
  const ends = new Set(found.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  return ctx.db.transaction(async (tx) => {
    const nodes = [...ends].map((nodeId) => ({ node: requireNode(architecture, nodeId) }));
    await writeNodes(ctx, tx, project, nodes);
    const former = await selectBaselineAt(tx, project);
    await upsertBaseline(tx, { organizationId, projectId, setBy, setAt });
    const rows = found.map(({ sourceId, targetId }) => ({
      organizationId, projectId, sourceId, targetId, setBy, setAt, stance: "allowed" as const,
    })); // prettier-ignore
    const allowed = await insertNewEdges(tx, rows);
    await recordAudit(ctx, tx, { organizationId, action: "architecture.baseline-set", target: project.name });
    return { baselineAt: setAt.toISOString(), formerBaselineAt: former?.toISOString() ?? null, allowed };
  });
}
