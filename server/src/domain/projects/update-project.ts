import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { mergeMethodNames, mergePathNames } from "@cairn/contract/merge-methods";
import type { updateProject as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { slugTaken } from "#server/domain/organizations/former-slugs.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { getProject } from "./get-project.ts";
import { updateProjectRow } from "./projects.store.ts";

type UpdateProjectInput = InputOf<typeof endpoint>;

/** Changes name, slug or how changes are merged. Links with the old slug lead nowhere from then on; those with the id always do. */
export async function updateProject(ctx: Ctx, input: UpdateProjectInput): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.update");
  const { name, slug, mergeMethod, mergePath } = input;
  try {
    await ctx.db.transaction(async (tx) => {
      const change = { name, slug, mergeMethod, mergePath };
      if (Object.values(change).some((value) => value !== undefined)) await updateProjectRow(tx, project, change);
      await noteChange(ctx, tx, project, input);
    });
  } catch (error) {
    if (violatedConstraint(error) !== null) throw slugTaken();
    throw error;
  }
  const { organizationId, projectId } = project;
  return await getProject(ctx, { organizationId, projectId });
}

async function noteChange(
  ctx: Ctx,
  tx: Db,
  project: AccessedProject,
  { name, slug, mergeMethod, mergePath }: UpdateProjectInput,
): Promise<void> {
  const { organizationId } = project;
  const target = name ?? project.name;
  if (name !== undefined && name !== project.name) {
    const names = { from: project.name, to: name };
    await recordAudit(ctx, tx, { organizationId, action: "project.renamed", target, ...names });
  }
  if (slug !== undefined && slug !== project.slug) {
    const slugs = { from: project.slug, to: slug };
    await recordAudit(ctx, tx, { organizationId, action: "project.slug-changed", target, ...slugs });
  }
  if (mergeMethod !== undefined && mergeMethod !== project.mergeMethod) {
    const names = { from: mergeMethodNames[project.mergeMethod], to: mergeMethodNames[mergeMethod] };
    await recordAudit(ctx, tx, { organizationId, action: "project.merge-method-changed", target, ...names });
  }
  if (mergePath !== undefined && mergePath !== project.mergePath) {
    const names = { from: mergePathNames[project.mergePath], to: mergePathNames[mergePath] };
    await recordAudit(ctx, tx, { organizationId, action: "project.merge-path-changed", target, ...names });
  }
}
