import type { Ctx } from "#server/ctx.ts";
import type { AccessedProject } from "#server/domain/members/require-project.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { ensurePlannedPage, listPlannedPages, type ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { holdIndexes } from "#server/domain/repositories/catalog/hold-indexes.ts";
import { chooseNewPages } from "#server/engine/pages/plan/choose-new-pages.ts";
import type { PagePlan } from "#server/engine/pages/plan/page-plans.ts";

import type { IndexedCode } from "./open-codebase.ts";
import { isPageOf } from "./plan-of-page.ts";

/** A first page and what it is to hold. */
export interface PlannedPage {
  page: ArtifactRow;
  plan: PagePlan;
}

/**
 * The pages of a product's outline in their order, made where they are missing and have something to say. Null when the repositories were reset since they were read, or the product is gone.
 */
export async function ensurePages(
  ctx: Ctx,
  project: AccessedProject,
  code: IndexedCode,
): Promise<PlannedPage[] | null> {
  const { rows } = code;
  const known = await listPlannedPages(ctx.db, project);
  const wanted = [
    ...code.plans.filter(isOfProduct),
    ...code.flows(),
    ...code.plans.filter((plan) => !isOfProduct(plan)),
  ];
  const fresh = await chooseNewPages(wanted, (plan) => known.some((one) => isPageOf(one, plan)));
  if (fresh.size === 0) return pagesOf(wanted, known);
  return await ctx.db.transaction(async (tx) => {
    if (!(await holdIndexes(tx, rows))) return null;
    const pages: PlannedPage[] = [];
    for (const [position, plan] of wanted.entries()) {
      const there = known.find((one) => isPageOf(one, plan));
      if (there === undefined && !fresh.has(plan)) continue;
      const page = there ?? (await ensurePlannedPage(tx, newPage(ctx, project, { plan, position })));
      if (!page) return null;
      pages.push({ page, plan });
    }
    return pages;
  });
}

const isOfProduct = ({ subject }: PagePlan) => subject.service === null;

function pagesOf(plans: readonly PagePlan[], known: readonly ArtifactRow[]): PlannedPage[] {
  return plans.flatMap((plan) => {
    const page = known.find((one) => isPageOf(one, plan));
    return page ? [{ page, plan }] : [];
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
