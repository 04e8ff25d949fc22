import type { Ctx } from "#server/ctx.ts";
import type { AccessedProject } from "#server/domain/members/require-project.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { ensurePlannedPage, listPlannedPages, type ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { listDroppedRows } from "#server/domain/pages/store/outline.store.ts";
import type { noteFirstPagesStep } from "#server/domain/projects/note-first-pages-step.ts";
import { holdIndexes } from "#server/domain/repositories/catalog/hold-indexes.ts";
import { chooseNewPages } from "#server/engine/pages/plan/choose-new-pages.ts";
import { isOutlinePlan, isWishPlan, outlinePlan, type PagePlan } from "#server/engine/pages/plan/page-plans.ts";

import { addOutlined } from "./add-outlined.ts";
import type { IndexedCode } from "./open-codebase.ts";
import { outlineWithModel } from "./outline-with-model.ts";
import { isPageOf } from "./plan-of-page.ts";
import type { WritingRun } from "./writing-run.ts";

/** A first page and what it is to hold. */
export interface PlannedPage {
  page: ArtifactRow;
  plan: PagePlan;
}

/** Tells whoever waits for the first pages what is done for them. */
export type TellStep = (step: Parameters<typeof noteFirstPagesStep>[1]["step"]) => Promise<void>;

/**
 * The pages of a product's outline in their order, with a model also those that it plans for a product without pages, made
 * where they are missing and have something to say. What people dropped is not made again, and no other flow takes its
 * place. Null when the repositories were reset since they were read, or the product is gone.
 */
export async function ensurePages(
  ctx: Ctx,
  project: AccessedProject,
  code: IndexedCode,
  { run, tellStep }: { run: WritingRun; tellStep: TellStep },
): Promise<PlannedPage[] | null> {
  const { rows } = code;
  const known = await listPlannedPages(ctx.db, project);
  const dropped = await listDroppedRows(ctx.db, project);
  const isFirst = known.every(({ plan }) => isWishPlan(plan)) && dropped.every(({ plan }) => plan === null);
  const titles = [...known, ...dropped].map(({ title }) => title);
  const isTold = (plan: PagePlan) =>
    [...known, ...dropped].some((one) => isPageOf(one, plan) || one.plan === outlinePlan(plan.title));
  // The code is read again for each page that may come of it, which takes as long as writing some.
  const tellLooked = (half: 0 | 1) => (looked: { title: string; share: number }) =>
    tellStep({ plannedShare: (half + looked.share) / 2, title: looked.title });
  const standing = await chooseNewPages(code.plans, isTold, tellLooked(0));
  const outline = isFirst ? await outlineWithModel(ctx, run, { code, titles, standing }) : null;
  // What the product does is told by the pages that a model planned, or by those of its flows.
  const hasOutline = outline !== null || [...known, ...dropped].some(({ plan }) => isOutlinePlan(plan));
  const flows = code.flows().filter((plan) => !hasOutline || isTold(plan));
  const wanted = [...code.plans.filter(isOfProduct), ...flows, ...code.plans.filter((plan) => !isOfProduct(plan))];
  const fresh = new Set([...standing, ...(await chooseNewPages(flows, isTold, tellLooked(1)))]);
  if (fresh.size === 0 && outline === null) return pagesOf(wanted, known);
  return await ctx.db.transaction(async (tx) => {
    if (!(await holdIndexes(tx, rows))) return null;
    if (outline !== null)
      await addOutlined(ctx, tx, project, { outline, position: code.plans.filter(isOfProduct).length });
    const pages: PlannedPage[] = [];
    for (const [position, plan] of wanted.entries()) {
      const there = known.find((one) => isPageOf(one, plan));
      if (there === undefined && !fresh.has(plan)) continue;
      const behind = isOfProduct(plan) ? 0 : (outline?.length ?? 0);
      const page = there ?? (await ensurePlannedPage(tx, newPage(ctx, project, { plan, position: position + behind })));
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
