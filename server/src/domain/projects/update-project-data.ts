import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { updateProjectData as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { getProject } from "./get-project.ts";
import { replaceDescription } from "./projects.store.ts";

export async function updateProjectData(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { description, replaces } = input;
  const project = await requireProject(ctx, input, "project.describe");
  if (!(await replaceDescription(ctx.db, project, { description, replaces }))) {
    throw new AppError("conflict", { message: "Somebody else changed the description. Read theirs before you save." });
  }
  return await getProject(ctx, project);
}
