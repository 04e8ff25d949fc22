import { isDrawnNode } from "@cairn/contract/architecture";
import type { suggestArchitecture as endpoint } from "@cairn/contract/architecture-edits";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import type { EditedDraft } from "#server/engine/architecture-edits/edited-draft.ts";
import { suggestForGoal } from "#server/engine/architecture-edits/suggest-for-goal.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { changeDraft, readDraft } from "./edit/change-draft.ts";
import { loadArchitecture } from "./load-architecture.ts";

/** Nodes and lines for a goal, over the draft or what is saved. Nothing is written. */
export async function suggestArchitecture(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const draft = input.draft === undefined ? await loadSaved(ctx, project) : readDraft(input.draft);
  const builtIn = { ...suggestForGoal(input.goal, draft), isWhole: false };
  return await changeDraft(ctx, { project, task: "suggest", words: input.goal, draft, builtIn });
}

async function loadSaved(ctx: Ctx, project: ProjectKey): Promise<EditedDraft> {
  const { nodes, edges } = await loadArchitecture(ctx, project);
  const services = await listProjectServices(ctx, project);
  const descriptions = new Map(services.map(({ serviceId, description }) => [serviceId, description]));
  return {
    nodes: nodes.map(({ nodeId, kind, type, name, technology }) => {
      return {
        nodeId,
        name,
        form: kind === "service" ? (type ?? "api") : kind,
        description: descriptions.get(nodeId) ?? "",
        technology,
        isDrawn: isDrawnNode(nodeId),
      };
    }),
    edges: edges.map(({ sourceId, targetId, stance, derived }) => {
      return { sourceId, targetId, stance, isInCode: derived !== null };
    }),
  };
}
