import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { createProject as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { chooseSlug } from "#server/domain/organizations/choose-slug.ts";
import { slugTaken } from "#server/domain/organizations/former-slugs.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { createProjectKey } from "#server/domain/repositories/connecting/project-key.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { getProject } from "./get-project.ts";
import { insertProject, isProjectSlugTaken } from "./projects.store.ts";

/** A new product. With 'new' this server hosts a repository for it; otherwise somebody connects one next. */
export async function createProject(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "project.create");
  const isTaken = (slug: string) => isProjectSlugTaken(ctx.db, organizationId, slug);
  if (input.slug && (await isTaken(input.slug))) throw slugTaken();
  const projectId = ctx.newId();
  const { name } = input;
  const slug = input.slug ?? (await chooseSlug(name, isTaken, ctx.newId));
  try {
    await ctx.db.transaction(async (tx) => {
      const key = createProjectKey(ctx, { organizationId, projectId, slug });
      await insertProject(tx, { projectId, organizationId, slug, name, ...key, createdAt: ctx.now() });
      if (input.repository?.type === "new") await hostRepository(ctx, tx, { organizationId, projectId, slug });
      await recordAudit(ctx, tx, { organizationId, action: "project.created", target: name });
    });
  } catch (error) {
    if (violatedConstraint(error) !== "projects_slug") throw error;
    if (input.slug !== undefined) throw slugTaken();
    // Another project with the same name was created first; this slug was not chosen by a person, so another will do.
    return await createProject(ctx, input);
  }
  return await getProject(ctx, { organizationId, projectId });
}
