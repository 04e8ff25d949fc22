import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest } from "#server/engine/sections/section-text.ts";
import { composeBrief } from "#server/engine/with-model/answers/compose-brief.ts";
import { createTextBudget } from "#server/engine/with-model/look-up/context-budget.ts";
import { openPassages } from "#server/engine/with-model/look-up/shown-passages.ts";

import { composeFirstTurn, pageRules, toTokens } from "./compose-request.ts";
import { draftSection, isWholeList, type SectionDraft } from "./section-material.ts";

/** What a page shows at most, in characters, and what a model writes of one section, in tokens, read through for proof. */
const maxShown = 60_000;
const textTokens = 450;
/** A page is asked for once, mostly after two turns of look-ups that show some 3,000 tokens each, and compared once with its lines. */
const usualLookUps = [3_000, 6_000];
const tokensOfProof = 400;

/**
 * What a model would use to write sections of one page together, roughly: its own count may be twice as high where it
 * looks up much. Nothing where there is none.
 */
export async function estimateSections(
  sections: readonly SectionRequest[],
  subject: PageSubject,
  signal: AbortSignal,
): Promise<{ inputTokens: number; outputTokens: number }> {
  if (sections.length === 0 || subject.scopes.length === 0) return { inputTokens: 0, outputTokens: 0 };
  const state = { passages: openPassages(), budget: createTextBudget(maxShown) };
  const asked: { number: number; request: SectionRequest; drafted: SectionDraft }[] = [];
  for (const [at, request] of sections.entries()) {
    const drafted = await draftSection(request, subject, { ...state, signal, canLookUp: true });
    if (!isWholeList(request, drafted.builtIn)) asked.push({ number: at + 1, request, drafted });
  }
  const about = await composeBrief(subject.scopes.map(({ repository }) => repository));
  const first = toTokens(pageRules.length + composeFirstTurn({ about, titles: [], title: "" }, asked).length);
  const looked = usualLookUps.reduce((sum, tokens) => sum + first + tokens, first);
  const outputTokens = asked.length * textTokens;
  return {
    inputTokens: looked + outputTokens + asked.length * tokensOfProof,
    outputTokens: Math.round(outputTokens * 1.2),
  };
}
