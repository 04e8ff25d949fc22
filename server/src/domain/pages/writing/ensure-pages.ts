import type { Ctx } from "#server/ctx.ts";
import type { AccessedProject } from "#server/domain/members/require-project.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { ensurePlannedPage, listPlannedPages, type ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { holdIndexes } from "#server/domain/repositories/catalog/hold-indexes.ts";
import type { PagePlan } from "#server/engine/pages/plan/page-plans.ts";

import type { IndexedCode } from "./open-codebase.ts";
import { isPageOf } from "./plan-of-page.ts";

/** A first page and what it is to hold. */
export interface PlannedPage {
  page: ArtifactRow;
  plan: PagePlan;
}

/**
 * The first pages of a product in their order, made where they are missing; null when the repositories were reset since
 * they were read, or the product is gone.
 */
export async function ensurePages(
  ctx: Ctx,
  project: AccessedProject,
  { rows, plans }: IndexedCode,
): Promise<PlannedPage[] | null> {
  const known = await listPlannedPages(ctx.db, project);
  const found = plans.flatMap((plan) => {
    const page = known.find((one) => isPageOf(one, plan));
    return page ? [{ page, plan }] : [];
  });
  if (found.length === plans.length) return found;
  return await ctx.db.transaction(async (tx) => {
    if (!(await holdIndexes(tx, rows))) return null;
    const pages: PlannedPage[] = [];
    for (const [position, plan] of plans.entries()) {
      const page = await ensurePlannedPage(tx, newPage(ctx, project, { plan, position }));
      if (!page) return null;
      pages.push({ page, plan });
    }
    return pages;
  });
}

function newPage(ctx: Ctx, project: AccessedProject, { plan, position }: { plan: PagePlan; position: number }) {
  const now = ctx.now();
  return {
    artifactId: ctx.newId(),
    organizationId: project.organizationId,
    projectId: project.projectId,
    serviceId: plan.subject.service?.serviceId ?? null,
    title: plan.title,
    plan: plan.plan,
    isUpdating: true,
    writtenBy: writerName(ctx),
    position,
    createdAt: now,
    updatedAt: now,
  };
}
