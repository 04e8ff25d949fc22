import type { previewArchitectureImport as endpoint } from "@cairn/contract/architecture-import";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { isSameName } from "./derive/service-layout.ts";
import { readCompose } from "./import/read-compose.ts";
import { readStructurizr } from "./import/read-structurizr.ts";
import { loadArchitecture } from "./load-architecture.ts";

/** What a text says of the architecture, beside what is there. Nothing is written. */
export async function previewArchitectureImport(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const stated = input.format === "compose" ? readCompose(input.text) : readStructurizr(input.text);
  const architecture = await loadArchitecture(ctx, project);
  const taken = new Set<string>();
  const nodes = stated.nodes.map((node) => {
    const free = architecture.nodes.filter(({ nodeId }) => !taken.has(nodeId));
    const same = free.find(({ name }) => name.toLowerCase() === node.name.toLowerCase());
    const nodeId = (same ?? free.find(({ name }) => isSameName(name, node.name)))?.nodeId ?? null;
    if (nodeId !== null) taken.add(nodeId);
    return { ...node, nodeId };
  });
  const ids = new Map(nodes.map(({ key, nodeId }) => [key, nodeId]));
  const drawn = new Set(
    architecture.edges.flatMap(({ sourceId, targetId, stance }) =>
      stance === null ? [] : [`${sourceId}\n${targetId}`],
    ),
  );
  const edges = stated.edges.map((edge) => {
    const isDrawn = drawn.has(`${ids.get(edge.sourceKey)}\n${ids.get(edge.targetKey)}`);
    return { ...edge, isDrawn };
  });
  return { nodes, edges, problems: stated.problems };
}
