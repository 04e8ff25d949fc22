import type { moveArchitectureNodes as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { loadArchitecture } from "./load-architecture.ts";
import { requireNode, writeNodes } from "./write-nodes.ts";

/** Keeps where nodes stand; of one that is given twice, the last place. */
export async function moveArchitectureNodes(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  const architecture = await loadArchitecture(ctx, project);
  const positions = new Map(input.positions.map(({ nodeId, position }) => [nodeId, position]));
  const moved = [...positions].map(([nodeId, position]) => ({ node: requireNode(architecture, nodeId), position }));
  await writeNodes(ctx, ctx.db, project, moved);
}
