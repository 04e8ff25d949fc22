import type { Ctx } from "#server/ctx.ts";
import { outlinePages, type OutlinedPage } from "#server/engine/with-model/outline/outline-pages.ts";

import type { IndexedCode } from "./open-codebase.ts";
import { noteFailure, type WritingRun } from "./writing-run.ts";

/** The pages that the model plans for a product beside those of `titles`, which it has or somebody dropped; null without a model, and where it fails: the built-in plan stands then. */
export async function outlineWithModel(
  ctx: Ctx,
  run: WritingRun,
  { code: { plans, flows, whole }, titles }: { code: IndexedCode; titles: readonly string[] },
): Promise<OutlinedPage[] | null> {
  const { model } = run;
  if (model === null || whole.scopes.length === 0) return null;
  const known = { titles: [...plans.map(({ title }) => title), ...titles], flows: flows().map(({ title }) => title) };
  try {
    return await outlinePages(whole, known, { model, signal: ctx.signal });
  } catch (error) {
    noteFailure(ctx, run, error);
    return null;
  }
}
