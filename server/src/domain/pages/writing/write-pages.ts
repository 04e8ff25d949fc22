import type { Ctx } from "#server/ctx.ts";
import { listStaleSectionIds } from "#server/domain/ledger/section-sources.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import {
  deleteArtifactRow,
  deleteSectionRow,
  listSectionRows,
  lockPage,
  updateArtifactRow,
  type ArtifactRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import {
  listDueSections,
  listPagesAbout,
  listTemplateKeys,
  releaseEmptyHolds,
} from "#server/domain/pages/store/writing.store.ts";
import { noteFirstPagesStep } from "#server/domain/projects/note-first-pages-step.ts";
import { proposeSetup } from "#server/domain/projects/propose-setup.ts";
import { saysSomething } from "#server/engine/pages/plan/choose-new-pages.ts";
import {
  asksBySections,
  isFlowPlan,
  isOutlinePlan,
  isRetired,
  isWishPlan,
  type PagePlan,
} from "#server/engine/pages/plan/page-plans.ts";

import { eachOfSome } from "./each-of-some.ts";
import { ensurePages, type PlannedPage, type TellStep } from "./ensure-pages.ts";
import { findAbsent } from "./find-absent.ts";
import { nullIfNotFound, orStopped } from "./null-if-not-found.ts";
import { openCodebaseOf, openProduct, subjectOf, type IndexedCode } from "./open-codebase.ts";
import { proposeDescription } from "./propose-description.ts";
import { writePage } from "./write-page.ts";
import { openRun, tellLimited, type WritingRun } from "./writing-run.ts";

/**
 * Makes the first pages of a product and keeps all of its pages, and those of the whole organization, up to date: what
 * was never written, what failed and what went stale is written, nothing else is touched. Every section commits on its
 * own: a run that was killed continues with what is not written yet. What people wrote is never touched. A run that is
 * overtaken by a reset of the context makes no page any more: the index that is built then starts another.
 */
export async function writePages(ctx: Ctx, input: { organizationId: string; projectId: string }): Promise<void> {
  const project = await nullIfNotFound(requireProject(ctx, input, "artifact.write"));
  if (project) await orStopped(ctx, writeProduct(ctx, project));
}

async function writeProduct(ctx: Ctx, project: AccessedProject): Promise<void> {
  const codebase = await openProduct(ctx, project);
  const run = openRun(ctx, { organizationId: project.organizationId, projectId: project.projectId, userId: null });
  const tellStep = tellWhoWaits(ctx, project);
  const planned = await ensurePages(ctx, project, codebase, { run, tellStep });
  if (!planned) return;
  const round = await openRound(ctx, project, run);
  const plannedIds = new Set(planned.map(({ page }) => page.artifactId));
  const others = round.pages.filter((page) => !plannedIds.has(page.artifactId));
  const work = [
    ...(await preparePlanned(ctx, round, planned)),
    ...prepareOthers(ctx, round, { codebase, pages: others }),
  ];
  await writeInOrder(ctx, round, { work: ownFirst(work, codebase), tellStep });
  tellLimited(ctx, run);
  await noteWritten(ctx, project, planned.find(({ plan }) => plan.plan === "overview")?.page ?? null);
}

/** What this run found to do when it began. */
interface Round {
  run: WritingRun;
  project: AccessedProject;
  /** Pages of the product and of the whole organization. */
  pages: ArtifactRow[];
  titles: readonly string[];
  due: { statuses: SectionRow["status"][]; sectionIds: readonly string[] };
  staleIds: ReadonlySet<string>;
  /** Pages with sections that are due. */
  duePageIds: ReadonlySet<string>;
}

async function openRound(ctx: Ctx, project: AccessedProject, run: WritingRun): Promise<Round> {
  const { organizationId } = project;
  const pages = await listPagesAbout(ctx.db, project);
  const sectionIds = await listStaleSectionIds(ctx.db, { organizationId });
  // Requested by people, left by an interrupted run, failed before, or stale.
  const due = { statuses: ["updating", "failed"] satisfies SectionRow["status"][], sectionIds };
  const artifactIds = pages.map((page) => page.artifactId);
  await releaseEmptyHolds(ctx.db, { organizationId, artifactIds }, sectionIds);
  const rows = await listDueSections(ctx.db, { organizationId, artifactIds }, due);
  const duePageIds = new Set(rows.map((row) => row.artifactId));
  const titles = pages.map(({ title }) => title);
  return { run, project, pages, titles, due, staleIds: new Set(sectionIds), duePageIds };
}

/** A page and what is to be done on it. */
interface PageTurn {
  page: ArtifactRow;
  write: () => Promise<void>;
}

/** What the built-in engine cannot tell comes first: a model's tokens may not suffice for all. Else the order stays. */
function ownFirst(work: readonly PageTurn[], { plans }: IndexedCode): PageTurn[] {
  const usual = new Set(plans.map(({ title }) => title));
  const isOwn = ({ page: { plan, title } }: PageTurn) =>
    isFlowPlan(plan) || isWishPlan(plan) || (isOutlinePlan(plan) && !usual.has(title));
  return work.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

async function writeInOrder(
  ctx: Ctx,
  { run }: Round,
  { work, tellStep }: { work: readonly PageTurn[]; tellStep: TellStep },
): Promise<void> {
  let number = 0;
  await eachOfSome(work, pagesAtOnce(run), async ({ page, write }) => {
    ctx.signal.throwIfAborted();
    number += 1;
    await tellStep({ number, total: work.length, title: page.title });
    await write();
  });
}

async function preparePlanned(ctx: Ctx, round: Round, planned: readonly PlannedPage[]): Promise<PageTurn[]> {
  const { organizationId } = round.project;
  const artifactIds = planned.map(({ page }) => page.artifactId);
  const keys = await listTemplateKeys(ctx.db, { organizationId, artifactIds });
  const write = async ({ page, plan }: PlannedPage) => {
    if (keys.some((row) => row.artifactId === page.artifactId && isRetired(plan.plan, row)))
      await retireParts(ctx, page, plan);
    const present = new Set(keys.filter((row) => row.artifactId === page.artifactId).map((row) => row.templateKey));
    const absent = await findAbsent(ctx, page, { plan, present });
    const { run, titles, due, staleIds, duePageIds } = round;
    const isDue = duePageIds.has(page.artifactId);
    await writePage(ctx, run, { page, titles, subject: plan.subject, plan, due, staleIds, isDue, absent });
    if (present.size === 0 || isDue) await removeIfEmpty(ctx, page, plan);
  };
  return planned.map((one) => ({ page: one.page, write: () => write(one) }));
}

/** Tells each step to whoever waits for a product's first pages; of later ones nobody is told. */
function tellWhoWaits(ctx: Ctx, { organizationId, projectId }: AccessedProject): TellStep {
  let isAwaited = true;
  return async (step) => {
    if (isAwaited) isAwaited = await noteFirstPagesStep(ctx, { organizationId, projectId, step });
  };
}

/** A model keeps nobody's processor busy, so its pages are written side by side. */
function pagesAtOnce({ model }: WritingRun): number {
  return model === null ? 1 : 3;
}

/** Pages of people, where something is due, and first pages that lost their code. */
function prepareOthers(
  ctx: Ctx,
  { run, titles, due, staleIds, duePageIds }: Round,
  { codebase, pages }: { codebase: IndexedCode; pages: readonly ArtifactRow[] },
): PageTurn[] {
  let widest: Promise<IndexedCode> | null = null;
  return pages.flatMap((page): PageTurn[] => {
    const isLost = page.projectId !== null && page.plan !== null && !asksBySections(page.plan);
    if (isLost) return [{ page, write: () => clearPage(ctx, page) }];
    if (!duePageIds.has(page.artifactId)) return [];
    const write = async () => {
      if (page.projectId === null) widest ??= openCodebaseOf(ctx, page);
      const subject = subjectOf((page.projectId === null && (await widest)) || codebase, page);
      await writePage(ctx, run, { page, titles, subject, plan: null, due, staleIds, isDue: true, absent: [] });
    };
    return [{ page, write }];
  });
}

/** Parts of a former outline leave the page; they are told on pages of their own. */
async function retireParts(ctx: Ctx, { organizationId, artifactId }: ArtifactRow, { plan }: PagePlan): Promise<void> {
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    if (!(await lockPage(tx, key))) return;
    for (const row of await listSectionRows(tx, key)) if (isRetired(plan, row)) await deleteSectionRow(tx, row);
    await closeRevision(ctx, tx, key, { cause: "written", createdBy: null });
  });
}

/** A page whose last part went with its code goes too; one that a person emptied or pinned stays. */
async function removeIfEmpty(ctx: Ctx, { organizationId, artifactId }: ArtifactRow, plan: PagePlan): Promise<void> {
  const key = { organizationId, artifactId };
  if ((await listSectionRows(ctx.db, key)).length > 0 || (await saysSomething(plan))) return;
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    const isEmpty =
      page !== null && !page.isPinned && !page.isUpdating && (await listSectionRows(tx, key)).length === 0;
    if (isEmpty) await deleteArtifactRow(tx, key);
  });
}

/** A first page whose service lost its code: what an engine wrote is deleted, what people added stays; all where it is pinned. */
async function clearPage(ctx: Ctx, { organizationId, artifactId }: ArtifactRow): Promise<void> {
  const key = { organizationId, artifactId };
  await ctx.db.transaction(async (tx) => {
    const page = await lockPage(tx, key);
    if (!page || page.isPinned) return;
    const rows = await listSectionRows(tx, key);
    const written = rows.filter((row) => row.templateKey !== null);
    if (written.length === rows.length) {
      await deleteArtifactRow(tx, key);
      return;
    }
    if (written.length === 0) return;
    for (const row of written) await deleteSectionRow(tx, row);
    await closeRevision(ctx, tx, key, { cause: "written", createdBy: null });
    await updateArtifactRow(tx, key, { isUpdating: false });
  });
}

/** Code that gives nothing to write about counts as written: nobody waits for pages that will not come. */
async function noteWritten(ctx: Ctx, project: AccessedProject, overview: ArtifactRow | null): Promise<void> {
  const { organizationId, projectId } = project;
  const sections = overview ? await listSectionRows(ctx.db, overview) : [];
  const purpose = sections.find((section) => section.templateKey === "purpose");
  await proposeSetup(ctx, {
    organizationId,
    projectId,
    proposedDescription: proposeDescription(purpose?.content ?? ""),
  });
}
