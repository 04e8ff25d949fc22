import type { editArchitecture as endpoint } from "@cairn/contract/architecture-edits";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { describeCommands, editByCommand } from "#server/engine/architecture-edits/edit-by-command.ts";

import { changeDraft, readDraft } from "./edit/change-draft.ts";

/** Changes of a draft that somebody asks for in words. Nothing is written: they accept or refuse each. */
export async function editArchitecture(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "service.write");
  const draft = readDraft(input.draft);
  const { isUnderstood, ...outcome } = editByCommand(input.request, draft);
  const isWhole = isUnderstood && outcome.problems.length === 0;
  const problems = isUnderstood ? outcome.problems : [...outcome.problems, describeCommands(draft)];
  const builtIn = { changes: outcome.changes, problems, isWhole };
  return await changeDraft(ctx, { project, task: "edit", words: input.request, draft, builtIn });
}
