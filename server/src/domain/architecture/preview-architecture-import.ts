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
  const said = new Map(
    architecture.edges.map(({ sourceId, targetId, stance }) => [`${sourceId}\n${targetId}`, stance]),
  );
  const edges = stated.edges.map((edge) => {
    const stance = said.get(`${ids.get(edge.sourceKey)}\n${ids.get(edge.targetKey)}`) ?? null;
    return { ...edge, isDrawn: stance !== null && stance === edge.stance };
  });
  return { nodes, edges, problems: stated.problems };
}
