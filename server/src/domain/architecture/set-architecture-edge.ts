import { maxArchitectureEdges, type setArchitectureEdge as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { upsertEdge } from "./architecture.store.ts";
import { loadArchitecture } from "./load-architecture.ts";
import { nameConnection } from "./name-connection.ts";
import { startWatching } from "./watch-architecture.ts";
import { requireNode, writeNodes } from "./write-nodes.ts";

/** Says that a connection is allowed or forbidden; the same call once more changes nothing. */
export async function setArchitectureEdge(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  const { sourceId, targetId, stance } = input;
  if (sourceId === targetId) throw toItself();
  const architecture = await loadArchitecture(ctx, project);
  const [source, target] = [requireNode(architecture, sourceId), requireNode(architecture, targetId)];
  const known = architecture.edges.find((edge) => edge.sourceId === sourceId && edge.targetId === targetId);
  if (!known && architecture.edges.length >= maxArchitectureEdges) throw tooManyEdges();
  const { organizationId, projectId } = project;
  const setBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  await ctx.db.transaction(async (tx) => {
    await writeNodes(ctx, tx, project, [{ node: source }, { node: target }]);
    await upsertEdge(tx, { organizationId, projectId, sourceId, targetId, stance, setBy, setAt: ctx.now() });
    if (known?.stance !== stance) {
      const action = `architecture.connection-${stance}` as const;
      const ends = nameConnection({ source: source.name, target: target.name }, project.name);
      await recordAudit(ctx, tx, { organizationId, action, target: ends });
    }
    // From now on each new line of it is told, so the lines of today have to be known.
    if (stance === "forbidden") await startWatching(ctx, tx, project);
  });
}

function toItself(): AppError {
  return new AppError("unprocessable", { message: "A node can't be connected with itself. Choose another one." });
}

function tooManyEdges(): AppError {
  const message = `A product can have at most ${maxArchitectureEdges} connections.`;
  return new AppError("unprocessable", { message });
}
