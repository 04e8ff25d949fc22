import type { Ctx } from "../../ctx.ts";
import type { PagePlan } from "../../engine/pages/page-plans.ts";
import type { Recipe, WrittenSection } from "../../engine/pages/recipe.ts";
import { writeSection } from "../../engine/pages/write-section.ts";
import {
  deleteSectionRow,
  holdArtifactRow,
  insertSection,
  listSectionRows,
  updateArtifactRow,
  updateSectionRow,
  type ArtifactRow,
  type SectionRow,
} from "./artifacts.store.ts";

/** Room between planned sections, so that people can put theirs in between. */
const positionStep = 1000;

/**
 * Brings one page up to date, section by section, each in a transaction of its own. Sections that are fresh at the same
 * commit are left alone; one that cannot be written is marked failed and stops no other.
 */
export async function writePage(ctx: Ctx, { plan, page }: { plan: PagePlan; page: ArtifactRow }): Promise<void> {
  const rows = await listSectionRows(ctx.db, page);
  const commit = commitOf(plan);
  let hasChanged = false;
  for (const [at, recipe] of plan.recipes.entries()) {
    ctx.signal.throwIfAborted();
    const row = rows.find((one) => one.recipe === recipe.recipe) ?? null;
    if (row?.status === "fresh" && row.commit === commit) continue;
    const step = { page, recipe, row, commit, position: (at + 1) * positionStep };
    hasChanged = (await bringSection(ctx, step, plan)) || hasChanged;
  }
  for (const row of rows) {
    const isRetired = row.recipe !== null && !plan.recipes.some((recipe) => recipe.recipe === row.recipe);
    if (isRetired) await deleteSectionRow(ctx.db, row);
  }
  const title = plan.plan === "service" ? { title: plan.title } : {};
  await updateArtifactRow(ctx.db, page, {
    isUpdating: false,
    ...title,
    ...(hasChanged ? { updatedAt: ctx.now() } : {}),
  });
}

/** Takes away what an engine wrote. */
export async function clearPage(ctx: Ctx, page: ArtifactRow): Promise<void> {
  for (const row of await listSectionRows(ctx.db, page)) if (row.recipe !== null) await deleteSectionRow(ctx.db, row);
  await updateArtifactRow(ctx.db, page, { isUpdating: false });
}

interface Step {
  page: ArtifactRow;
  recipe: Recipe;
  /** The section as it stands; null when there is none yet. */
  row: SectionRow | null;
  commit: string | null;
  position: number;
}

/** Null where several repositories speak together: then only an event makes sections old. */
function commitOf({ subject }: PagePlan): string | null {
  const [first, ...others] = subject.scopes;
  return first && others.length === 0 ? first.repository.index.commit : null;
}

/** True when readers see something else than before. */
async function bringSection(ctx: Ctx, step: Step, plan: PagePlan): Promise<boolean> {
  try {
    const written = await writeSection(step.recipe, plan.subject);
    ctx.signal.throwIfAborted();
    return await saveSection(ctx, step, written);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    const { artifactId } = step.page;
    ctx.log.error({ error, artifactId, recipe: step.recipe.recipe }, "a section could not be written");
    if (step.row) await updateSectionRow(ctx.db, step.row, { status: "failed" });
    else await addSection(ctx, step, { content: "", sources: [], status: "failed", commit: null, generatedAt: null });
    return false;
  }
}

async function saveSection(ctx: Ctx, step: Step, written: WrittenSection | null): Promise<boolean> {
  const { row, commit } = step;
  if (written === null) {
    if (row) await deleteSectionRow(ctx.db, row);
    return row !== null;
  }
  const { content, sources, dropped } = written;
  if (dropped > 0) ctx.log.warn({ recipe: written.recipe, dropped }, "statements without evidence were left out");
  const state = { content, sources, status: "fresh" as const, commit, generatedAt: ctx.now() };
  if (row) {
    await updateSectionRow(ctx.db, row, state);
    return row.content !== content;
  }
  await addSection(ctx, step, state);
  return true;
}

type SectionState = Pick<SectionRow, "content" | "sources" | "status" | "commit" | "generatedAt">;

/** At its place, or right behind what people put there. A page that was deleted meanwhile has no place for it. */
async function addSection(ctx: Ctx, { page, recipe, position }: Step, state: SectionState): Promise<void> {
  const { title, prompt, output } = recipe;
  await ctx.db.transaction(async (tx) => {
    if (!(await holdArtifactRow(tx, page))) return;
    const taken = new Set((await listSectionRows(tx, page)).map((one) => one.position));
    let free = position;
    while (taken.has(free)) free += 1;
    const key = { sectionId: ctx.newId(), organizationId: page.organizationId, artifactId: page.artifactId };
    await insertSection(tx, { ...key, recipe: recipe.recipe, title, prompt, output, position: free, ...state });
  });
}
