import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "../../ctx.ts";
import type { PageInput, PageRepository } from "../../engine/pages/page-input.ts";
import { planPages, type PagePlan } from "../../engine/pages/page-plans.ts";
import { requireProject, type AccessedProject } from "../members/require-project.ts";
import { completeSetup } from "../projects/complete-setup.ts";
import { codeDirectory } from "../repositories/code-directory.ts";
import { findProjectRepositories } from "../repositories/find-repository.ts";
import { holdIndexes } from "../repositories/hold-indexes.ts";
import { openCodeReader } from "../repositories/read-code.ts";
import type { RepositoryRow } from "../repositories/track-indexing.ts";
import { listProjectServices } from "../services/list-project-services.ts";
import {
  deleteArtifactRow,
  ensurePlannedPage,
  listPlannedPages,
  listSectionRows,
  type ArtifactRow,
} from "./artifacts.store.ts";
import { proposeDescription } from "./propose-description.ts";
import { clearPage, writePage } from "./write-page.ts";

const builtInEngine = "Built-in engine";

/**
 * Writes the first pages of a project, and writes them again where the code changed. Every section commits on its own:
 * a run that was killed goes on with the sections that are not fresh. What people wrote is never touched. A run that is
 * overtaken by a reset of the context makes no page any more: the index that is built then starts another.
 */
export async function writePages(ctx: Ctx, input: { organizationId: string; projectId: string }): Promise<void> {
  const project = await findProject(ctx, input);
  if (!project) return;
  const repositories = await findProjectRepositories(ctx, project);
  const plans = planPages(await gatherInput(ctx, project, repositories));
  const pages = await ensurePages(ctx, { project, repositories, plans });
  if (!pages) return;
  for (const { plan, page } of pages) await writePage(ctx, { plan, page });
  await dropUnplanned(ctx, project, new Set(pages.map(({ page }) => page.artifactId)));
  const overview = pages.find(({ plan }) => plan.plan === "overview");
  await finishSetup(ctx, project, overview?.page ?? null);
}

/** Null when the project was deleted while the job waited. */
async function findProject(
  ctx: Ctx,
  input: { organizationId: string; projectId: string },
): Promise<AccessedProject | null> {
  try {
    return await requireProject(ctx, input, "artifact.write");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** A repository without a commit has no index, or one that a reset left to be thrown away. */
async function gatherInput(ctx: Ctx, project: AccessedProject, rows: readonly RepositoryRow[]): Promise<PageInput> {
  const repositories = rows.flatMap((row): PageRepository[] => {
    const index = row.indexedCommit === null ? null : ctx.indexes.open(row.repositoryId);
    if (index === null) return [];
    const { repositoryId, slug } = row;
    const place = { repositoryId, directory: codeDirectory(ctx, row), signal: ctx.signal };
    const reader = openCodeReader({ ...place, commit: index.commit, files: () => index.files() });
    return [{ repositoryId, name: slug, index, reader }];
  });
  return { productName: project.name, repositories, services: await listProjectServices(ctx, project) };
}

interface PlannedPage {
  plan: PagePlan;
  page: ArtifactRow;
}

/** The pages of the plans, made where they are missing; null when the repositories were reset since they were read. */
async function ensurePages(
  ctx: Ctx,
  { project, repositories, plans }: { project: AccessedProject; repositories: RepositoryRow[]; plans: PagePlan[] },
): Promise<PlannedPage[] | null> {
  return await ctx.db.transaction(async (tx) => {
    if (!(await holdIndexes(tx, repositories))) return null;
    const pages: PlannedPage[] = [];
    for (const [position, plan] of plans.entries()) {
      const page = await ensurePlannedPage(tx, newPage(ctx, project, { plan, position }));
      if (page) pages.push({ plan, page });
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
    writtenBy: builtInEngine,
    position,
    createdAt: now,
    updatedAt: now,
  };
}

/** Pages whose service lost its code: what an engine wrote goes, what people added stays. */
async function dropUnplanned(ctx: Ctx, project: AccessedProject, planned: ReadonlySet<string>): Promise<void> {
  for (const page of await listPlannedPages(ctx.db, project)) {
    if (planned.has(page.artifactId)) continue;
    await clearPage(ctx, page);
    if ((await listSectionRows(ctx.db, page)).length === 0) await deleteArtifactRow(ctx.db, page);
  }
}

/** Code that gives nothing to write about ends the set-up too: nobody waits for pages that will not come. */
async function finishSetup(ctx: Ctx, project: AccessedProject, overview: ArtifactRow | null): Promise<void> {
  const { organizationId, projectId } = project;
  const sections = overview ? await listSectionRows(ctx.db, overview) : [];
  const purpose = sections.find((section) => section.recipe === "purpose");
  await completeSetup(ctx, {
    organizationId,
    projectId,
    proposedDescription: proposeDescription(purpose?.content ?? ""),
  });
}
