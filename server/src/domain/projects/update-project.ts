import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { updateProject as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "../../ctx.ts";
import { violatedConstraint } from "../../platform/db/unique-violation.ts";
import { requireProject } from "../members/require-project.ts";
import { slugTaken } from "../organizations/former-slugs.ts";
import { getProject } from "./get-project.ts";
import { updateProjectRow } from "./projects.store.ts";

export async function updateProject(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.update");
  const { name, slug } = input;
  try {
    if (name !== undefined || slug !== undefined) await updateProjectRow(ctx.db, project, { name, slug });
  } catch (error) {
    if (violatedConstraint(error) !== null) throw slugTaken();
    throw error;
  }
  return await getProject(ctx, project);
}
