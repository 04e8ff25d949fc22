import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { createProject as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "../../ctx.ts";
import { violatedConstraint } from "../../platform/db/unique-violation.ts";
import { requireOrganization } from "../members/require-organization.ts";
import { chooseSlug } from "../organizations/choose-slug.ts";
import { slugTaken } from "../organizations/former-slugs.ts";
import { getProject } from "./get-project.ts";
import { insertProject, isProjectSlugTaken } from "./projects.store.ts";

export async function createProject(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "project.create");
  if (input.repository?.type === "new") {
    throw new AppError("unprocessable", {
      message: "This version cannot host new repositories. Create the product, then connect an existing one.",
    });
  }
  const isTaken = (slug: string) => isProjectSlugTaken(ctx.db, organizationId, slug);
  if (input.slug && (await isTaken(input.slug))) throw slugTaken();
  const projectId = ctx.newId();
  const slug = input.slug ?? (await chooseSlug(input.name, isTaken, ctx.newId));
  try {
    await insertProject(ctx.db, { projectId, organizationId, slug, name: input.name, createdAt: ctx.now() });
  } catch (error) {
    if (violatedConstraint(error) !== null) throw slugTaken();
    throw error;
  }
  return await getProject(ctx, { organizationId, projectId });
}
