import type { Ctx } from "#server/ctx.ts";
import { findArtifactRow, listSectionRows, type SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import { findSection } from "#server/domain/pages/store/writing.store.ts";
import { isOutlinePlan } from "#server/engine/pages/plan/page-plans.ts";
import type { SectionRequest } from "#server/engine/sections/section-text.ts";

import { abortWhen } from "./abort-when.ts";
import { isAsChosen } from "./is-as-chosen.ts";
import type { PageTexts, PageWork } from "./page-work.ts";
import { templateOf } from "./plan-of-page.ts";
import { hasNothingFor } from "./try-section-template.ts";
import {
  noteLimited,
  nothingToSay,
  writeBuiltIn,
  writeWithModel,
  type SectionOutcome,
  type WritingRun,
} from "./writing-run.ts";

/** A section or part of the page that is due, as it is asked for. */
interface DueText {
  key: string;
  request: SectionRequest;
  hasText: boolean;
}

/**
 * Sections that a model writes together: when the first of them is wanted it is asked for all. It is stopped when nobody
 * wants any of them any more. Where it fails, a text that is there stays, and a missing one is the built-in engine's,
 * but of sections that a model planned: those say that they could not be written.
 */
export async function openPageTexts(
  ctx: Ctx,
  run: WritingRun,
  { work, rows }: { work: PageWork; rows: readonly SectionRow[] },
): Promise<PageTexts> {
  const { subject, titles } = work;
  const due = await listDue(ctx, work, rows);
  let asking: Promise<Map<string, SectionOutcome>> | null = null;
  const ask = async (): Promise<Map<string, SectionOutcome>> => {
    const page = { titles, title: work.page.title, sections: due.map(({ request }) => request) };
    const isWanted = () => isAnyWanted(ctx, work, rows);
    const outcomes = await abortWhen(ctx, isWanted, (stoppable) => writeWithModel(stoppable, run, { page, subject }));
    return new Map(due.flatMap(({ key }, at) => (outcomes?.[at] ? [[key, outcomes[at]] as const] : [])));
  };
  const textOf = async (key: string): Promise<SectionOutcome | null> => {
    const one = due.find((other) => other.key === key);
    if (one === undefined) return null;
    asking ??= ask();
    const outcome = (await asking).get(key) ?? null;
    if (outcome?.kind !== "failed" || one.hasText) return outcome;
    const instead = noteLimited(run, { title: work.page.title, error: outcome.error });
    // The built-in engine has a text for its own parts. What a model planned, it could only answer with what has the words.
    if (isOutlinePlan(work.page.plan) && one.request.template === null) return outcome;
    const written = await writeBuiltIn(ctx, one.request, subject);
    return written.kind === "written" && instead !== null ? { ...written, instead } : written;
  };
  return { ofSection: ({ sectionId }) => textOf(sectionId), ofPart: ({ templateKey }) => textOf(templateKey) };
}

/** A model finds something to say about everything: what the code has nothing for is asked for once, with a new page. */
async function listDue(ctx: Ctx, { page, subject, plan, absent }: PageWork, rows: readonly SectionRow[]) {
  const due: DueText[] = [];
  for (const row of rows) {
    const { sectionId, title, prompt, output, status, error, content } = row;
    const request = { title, prompt: prompt ?? "", output, template: templateOf(row, plan) };
    const isRetry = status === "failed" && error === nothingToSay;
    if (isRetry && (await writeBuiltIn(ctx, request, subject)).kind === "nothing") continue;
    due.push({ key: sectionId, request, hasText: content !== "" });
  }
  const isNew = rows.length === 0 && (await listSectionRows(ctx.db, page)).length === 0;
  for (const template of plan === null ? [] : absent) {
    if (plan === null || (!isNew && (await hasNothingFor(template, plan)))) continue;
    const { templateKey, title, prompt, output } = template;
    due.push({ key: templateKey, request: { title, prompt, output, template }, hasText: false });
  }
  return due;
}

/** Whether a section is still as it was chosen, or the page is still waiting for its parts. */
async function isAnyWanted(ctx: Ctx, { page, absent }: PageWork, rows: readonly SectionRow[]): Promise<boolean> {
  for (const row of rows) if (isAsChosen(await findSection(ctx.db, row), row)) return true;
  if (absent.length === 0) return false;
  const current = await findArtifactRow(ctx.db, page);
  return current !== null && (current.isUpdating || !page.isUpdating);
}
