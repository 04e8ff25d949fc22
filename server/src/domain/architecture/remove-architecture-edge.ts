import type { removeArchitectureEdge as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { deleteEdge } from "./architecture.store.ts";
import { loadArchitecture } from "./load-architecture.ts";
import { requireNode } from "./write-nodes.ts";

/** Takes back what was said of a connection; where nothing was, nothing changes. */
export async function removeArchitectureEdge(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  if (await deleteEdge(ctx.db, project, input)) return;
  const architecture = await loadArchitecture(ctx, project);
  for (const nodeId of [input.sourceId, input.targetId]) requireNode(architecture, nodeId);
}
