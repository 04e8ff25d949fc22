import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { finishInitialSetup as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { getInitialSetup } from "./get-initial-setup.ts";
import { updateProjectRow } from "./projects.store.ts";

/** A person ends the set-up; a repository and a description must be there, unless they skip what is missing. */
export async function finishInitialSetup(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.describe");
  const setup = await getInitialSetup(ctx, project);
  const isWhole = input.skip !== true;
  if (isWhole && !setup.hasRepository) throw new AppError("unprocessable", { message: "Connect a repository first" });
  if (isWhole && !setup.hasDescription) throw new AppError("unprocessable", { message: "Describe the product first" });
  await updateProjectRow(ctx.db, project, { setupComplete: true });
  return await getInitialSetup(ctx, project);
}
