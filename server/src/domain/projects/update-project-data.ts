import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { updateProjectData as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "../../ctx.ts";
import { requireProject } from "../members/require-project.ts";
import { getProject } from "./get-project.ts";
import { updateProjectRow } from "./projects.store.ts";

export async function updateProjectData(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.describe");
  await updateProjectRow(ctx.db, project, { description: input.description });
  return await getProject(ctx, project);
}
