import type { previewArchitectureImport as endpoint } from "@cairn/contract/architecture-import";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { matchNames } from "./import/match-names.ts";
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
  const matched = matchNames(stated.nodes, architecture.nodes);
  const nodes = stated.nodes.map((node, at) => ({ ...node, nodeId: matched[at] ?? null }));
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
