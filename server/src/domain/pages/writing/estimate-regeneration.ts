import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { estimateRegeneration as endpoint } from "@cairn/contract/page-writing";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { writerName } from "#server/domain/pages/sections/writer-name.ts";
import { findArtifactRow, type ArtifactRow, type SectionRow } from "#server/domain/pages/store/artifacts.store.ts";
import { findPaceS } from "#server/domain/pages/store/writing.store.ts";
import { estimateSections } from "#server/engine/with-model/pages/estimate-section.ts";

import { chooseSections } from "./choose-sections.ts";
import { openCodebaseOf, subjectOf } from "./open-codebase.ts";
import { planOf, templateOf } from "./plan-of-page.ts";

/** Seconds for one section, for an organization with too few written texts to measure. */
const usualPaceS = { engine: 1, model: 30 };

/** An estimate before tokens are spent: the sections, the tokens a model would use and how long it may take. */
export async function estimateRegeneration(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "artifact.write");
  const page = await findArtifactRow(ctx.db, { organizationId, artifactId: input.artifactId });
  if (!page) throw notFound("Page");
  const rows = await chooseSections(ctx.db, page, input.sectionIds);
  const writtenBy = writerName(ctx);
  const { docsMaxTokens } = ctx.settings.models;
  const usualS = ctx.model === null ? usualPaceS.engine : usualPaceS.model;
  const paceS = (await findPaceS(ctx.db, { organizationId, writtenBy })) ?? usualS;
  return {
    writtenBy,
    sections: rows.map(({ sectionId, title }) => ({ sectionId, title })),
    ...(await estimateTokens(ctx, page, rows)),
    durationS: Math.ceil(rows.length * paceS),
    maxTokens: ctx.model === null || docsMaxTokens === 0 ? null : docsMaxTokens,
  };
}

async function estimateTokens(
  ctx: Ctx,
  page: ArtifactRow,
  rows: readonly SectionRow[],
): Promise<{ inputTokens: number; outputTokens: number }> {
  if (ctx.model === null || rows.length === 0) return { inputTokens: 0, outputTokens: 0 };
  const codebase = await openCodebaseOf(ctx, page);
  const plan = planOf(codebase, page);
  const subject = plan?.subject ?? subjectOf(codebase, page);
  const sections = rows.map((row) => {
    const { title, prompt, output } = row;
    return { title, prompt: prompt ?? "", output, template: templateOf(row, plan) };
  });
  return await estimateSections(sections, subject, ctx.signal);
}
