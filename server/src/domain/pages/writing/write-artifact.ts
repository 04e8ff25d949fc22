import type { Ctx } from "#server/ctx.ts";
import { listStaleSectionIds } from "#server/domain/ledger/section-sources.ts";
import { findArtifactRow, type ArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { findNewestRevisionRow } from "#server/domain/pages/store/revisions.store.ts";
import { listPagesAbout } from "#server/domain/pages/store/writing.store.ts";

import { nullIfNotFound, orStopped } from "./null-if-not-found.ts";
import { openCodebaseOf, subjectOf } from "./open-codebase.ts";
import { planOf } from "./plan-of-page.ts";
import { startPages } from "./start-pages.ts";
import { writePage } from "./write-page.ts";
import { openRun, tellLimited } from "./writing-run.ts";

/**
 * Writes every section of one page that is marked so: a page of people, of a template or of the whole organization, or
 * a first page that somebody requested again. A deleted page ends it quietly. A first page that is still being made is
 * left to the run that makes it: that one alone knows when it is complete, and enqueues what was requested meanwhile.
 */
export async function writeArtifact(ctx: Ctx, input: { organizationId: string; artifactId: string }): Promise<void> {
  const page = await findArtifactRow(ctx.db, input);
  if (page?.projectId != null && (await isBeingMade(ctx, page))) {
    await startPages(ctx, ctx.db, { organizationId: page.organizationId, projectId: page.projectId });
    return;
  }
  const codebase = page && (await nullIfNotFound(openCodebaseOf(ctx, page)));
  if (!codebase) return;
  const plan = planOf(codebase, page);
  const staleIds = new Set(await listStaleSectionIds(ctx.db, input));
  const subject = plan?.subject ?? subjectOf(codebase, page);
  const due = { statuses: ["updating" as const], sectionIds: [] };
  const { organizationId, projectId } = page;
  const run = openRun(ctx, { organizationId, projectId, userId: null });
  const titles = projectId === null ? [] : (await listPagesAbout(ctx.db, { organizationId, projectId })).map(titleOf);
  const work = { page, titles, subject, plan, due, staleIds, isDue: true, absent: [] };
  await orStopped(ctx, writePage(ctx, run, work));
  tellLimited(ctx, run);
}

const titleOf = ({ title }: ArtifactRow) => title;

/** The first revision of a first page is closed when all of its parts were tried. */
async function isBeingMade(ctx: Ctx, page: ArtifactRow): Promise<boolean> {
  return page.plan !== null && (await findNewestRevisionRow(ctx.db, page)) === null;
}
