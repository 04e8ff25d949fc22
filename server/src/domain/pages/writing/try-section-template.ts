import type { Ctx } from "#server/ctx.ts";
import { saveSectionText } from "#server/domain/pages/sections/save-section.ts";
import { positionStep } from "#server/domain/pages/sections/section-places.ts";
import {
  insertSection,
  listSectionRows,
  lockPage,
  updateArtifactRow,
  updateSectionRow,
  type ArtifactRow,
  type SectionRow,
} from "#server/domain/pages/store/artifacts.store.ts";
import type { PagePlan } from "#server/engine/pages/plan/page-plans.ts";
import type { SectionTemplate } from "#server/engine/sections/section-template.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import type { PageTexts } from "./page-work.ts";
import { commitOf, writeBuiltIn, type SectionOutcome } from "./writing-run.ts";

interface SectionTrial {
  page: ArtifactRow;
  template: SectionTemplate;
  plan: PagePlan;
}

/**
 * Adds a part to a first page that the code now has something for. A page that was stopped or taken away meanwhile, or
 * that another run was faster with, is left alone. True when something was added. `texts` is where a model's text comes
 * from; null where the built-in engine writes.
 */
export async function trySectionTemplate(
  ctx: Ctx,
  { page, template, plan }: SectionTrial,
  texts: PageTexts | null,
): Promise<boolean> {
  const { title, prompt, output } = template;
  const request = { title, prompt, output, template };
  const outcome = await (texts === null ? writeBuiltIn(ctx, request, plan.subject) : texts.ofPart(template));
  ctx.signal.throwIfAborted();
  if (outcome === null || outcome.kind === "nothing") return false;
  try {
    return await ctx.db.transaction((tx) => add(ctx, tx, { page, template, plan, outcome }));
  } catch (error) {
    ctx.signal.throwIfAborted();
    // Such as lines that nobody can read any more: the next run tries it from the code as it is then.
    ctx.log.error({ error, template: template.templateKey }, "a new section could not be kept");
    return false;
  }
}

/** A model finds something to say about everything: it is not called at every push for what is not in the code. */
export async function hasNothingFor(template: SectionTemplate, { subject }: PagePlan): Promise<boolean> {
  try {
    return (await template.draft(subject)) === null;
  } catch {
    // Reported, and marked, where it is written.
    return false;
  }
}

async function add(
  ctx: Ctx,
  tx: Db,
  { page, template, plan, outcome }: SectionTrial & { outcome: Exclude<SectionOutcome, { kind: "nothing" }> },
): Promise<boolean> {
  const current = await lockPage(tx, page);
  if (!current || (page.isUpdating && !current.isUpdating)) return false;
  const rows = await listSectionRows(tx, page);
  if (rows.some((row) => row.templateKey === template.templateKey)) return false;
  const location = { sectionId: ctx.newId(), position: choosePosition(template.templateKey, plan, rows) };
  const { title, prompt, output } = template;
  const section = { title, prompt, output, templateKey: template.templateKey };
  if (outcome.kind === "failed") {
    const { organizationId, artifactId } = page;
    const state = { content: "", status: "failed" as const, error: outcome.error };
    await insertSection(tx, { organizationId, artifactId, ...location, ...section, ...state });
  } else {
    const { text } = outcome;
    const state = { commit: commitOf(text), generatedAt: ctx.now() };
    await saveSectionText(ctx, tx, { ...page, ...location }, { ...text, ...section, ...state });
    const key = { organizationId: page.organizationId, sectionId: location.sectionId };
    if (outcome.instead !== undefined) await updateSectionRow(tx, key, { error: outcome.instead });
  }
  // Until the end of its page: a run that is cut off before has a revision to close.
  if (!current.isUpdating) await updateArtifactRow(tx, page, { isUpdating: true });
  return true;
}

/** At its position in the plan, or right after the part before it where people moved the parts. */
export function choosePosition(templateKey: string, plan: PagePlan, rows: readonly SectionRow[]): number {
  const order = plan.templates.map((one) => one.templateKey);
  const at = order.indexOf(templateKey);
  const before = rows.filter((row) => row.templateKey !== null && order.slice(0, at).includes(row.templateKey));
  const after = rows.filter((row) => row.templateKey !== null && order.slice(at + 1).includes(row.templateKey));
  const wanted = (at + 1) * positionStep;
  const isInOrder =
    before.every(({ position }) => position < wanted) && after.every(({ position }) => position > wanted);
  const former = Math.max(0, ...before.map(({ position }) => position));
  const taken = new Set(rows.map(({ position }) => position));
  let free = isInOrder ? wanted : former + 1;
  while (taken.has(free)) free += 1;
  return free;
}
