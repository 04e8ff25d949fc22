import { isDrawnNode } from "@cairn/contract/architecture";
import { architectureEditSchema, type ArchitectureDraft, type ProposedEdits } from "@cairn/contract/architecture-edits";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import type { EditedDraft } from "#server/engine/architecture-edits/edited-draft.ts";
import type { ResolvedChanges } from "#server/engine/architecture-edits/resolve-changes.ts";
import { changeWithModel } from "#server/engine/with-model/architecture/change-with-model.ts";

interface ChangeRequest {
  project: { organizationId: string; projectId: string };
  task: "edit" | "suggest";
  words: string;
  draft: EditedDraft;
  /** What the built-in engine makes of it, and whether that is all there is to it. */
  builtIn: ResolvedChanges & { isWhole: boolean };
}

/** The built-in engine's changes where they are the whole of it or no model is set; else the model's. */
export async function changeDraft(ctx: Ctx, asked: ChangeRequest): Promise<ProposedEdits> {
  const { builtIn, project, task, words, draft } = asked;
  const { organizationId, projectId } = project;
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const model = meteredModel(ctx, { organizationId, projectId, userId, purpose: "architecture" });
  const own = toEdits(builtIn, builtInEngineName);
  if (builtIn.isWhole || model === null) return own;
  try {
    const answer = await changeWithModel({ task, words, draft }, { model, signal: ctx.signal });
    if (answer === null) return withNote(own, `The answer of ${model.name} could not be used.`);
    const { say, ...changes } = answer;
    const edits = toEdits(changes, model.name);
    return say === "" ? edits : withNote(edits, say);
  } catch (error) {
    ctx.signal.throwIfAborted();
    const codes = ["vendor_failed", "vendor_unavailable", "rate_limited"];
    if (!(error instanceof AppError) || !codes.includes(error.code)) throw error;
    return withNote(own, `${model.name} could not be asked: ${error.message}`);
  }
}

function withNote(edits: ProposedEdits, note: string): ProposedEdits {
  return { ...edits, notes: [note, ...edits.notes] };
}

/** Only what the contract allows leaves the server, whoever made it. */
function toEdits({ changes, problems }: ResolvedChanges, writtenBy: string): ProposedEdits {
  const edits = changes.map((change) => architectureEditSchema.parse(change));
  return { edits, notes: problems, writtenBy };
}

/** Lines lead to nodes of the draft alone, and no node is there twice. */
export function readDraft({ nodes, edges }: ArchitectureDraft): EditedDraft {
  const known = new Map(nodes.map((node) => [node.nodeId, { ...node, isDrawn: isDrawnNode(node.nodeId) }]));
  return {
    nodes: [...known.values()],
    edges: edges.filter(({ sourceId, targetId }) => known.has(sourceId) && known.has(targetId)),
  };
}
