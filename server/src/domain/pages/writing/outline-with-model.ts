import type { Ctx } from "#server/ctx.ts";
import type { PagePlan } from "#server/engine/pages/plan/page-plans.ts";
import { outlinePages, type OutlinedPage } from "#server/engine/with-model/outline/outline-pages.ts";

import type { IndexedCode } from "./open-codebase.ts";
import { noteFailure, type WritingRun } from "./writing-run.ts";

/**
 * The pages that the model plans for a product beside those of `titles`, which it has or somebody dropped, and those of
 * `standing`, which will be made; null without a model, and where it fails: the built-in plan stands then.
 */
export async function outlineWithModel(
  ctx: Ctx,
  run: WritingRun,
  { code, titles, standing }: { code: IndexedCode; titles: readonly string[]; standing: ReadonlySet<PagePlan> },
): Promise<OutlinedPage[] | null> {
  const { plans, flows, whole } = code;
  const { model } = run;
  if (model === null || whole.scopes.length === 0) return null;
  const absent = plans.filter((plan) => plan.subject.service === null && !standing.has(plan));
  const known = {
    titles: [...plans.filter((plan) => standing.has(plan)).map(({ title }) => title), ...titles],
    missing: absent.filter(({ title }) => !titles.includes(title)).map(asUsual),
    flows: flows().map(({ title }) => title),
  };
  try {
    return await outlinePages(whole, known, { model, signal: ctx.signal });
  } catch (error) {
    noteFailure(ctx, run, error);
    return null;
  }
}

/** What a page answers is what its first part is asked for. */
function asUsual({ title, templates: [first] }: PagePlan): { title: string; question: string } {
  return { title, question: first?.prompt ?? title };
}
