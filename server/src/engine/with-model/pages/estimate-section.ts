import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest } from "#server/engine/sections/section-text.ts";

import { composeFirstTurn, composeRules, maxTextLength, toTokens } from "./compose-request.ts";
import { gatherMaterial } from "./gather-material.ts";

/** Even of little material a model writes so much. */
const leastText = 1_200;

/** What a model would use to write a section, roughly: its own count may differ by a third. Nothing where there is none. */
export async function estimateSection(
  request: SectionRequest,
  subject: PageSubject,
  { hasModel, signal }: { hasModel: boolean; signal: AbortSignal },
): Promise<{ inputTokens: number; outputTokens: number }> {
  const material = hasModel ? await gatherMaterial(request, subject, signal) : null;
  if (material === null) return { inputTokens: 0, outputTokens: 0 };
  const { facts, passages } = material;
  const input = composeRules(request).length + composeFirstTurn(request, material).length;
  const expected = Math.max(leastText, facts.length || passages.length / 4);
  return { inputTokens: toTokens(input), outputTokens: toTokens(Math.min(maxTextLength, expected)) };
}
