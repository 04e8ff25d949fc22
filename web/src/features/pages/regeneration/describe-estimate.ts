import { formatDuration } from "#web/lib/text/dates.ts";

import type { Estimate } from "./regeneration.api.ts";

const numberFormat = new Intl.NumberFormat("en");

/** "By the built-in engine, about 20s, without tokens." */
export function describeEstimate({ writtenBy, inputTokens, outputTokens, durationS }: Estimate): string {
  const time = `about ${formatDuration(Math.max(1, durationS) * 1000)}`;
  const tokens =
    inputTokens + outputTokens === 0
      ? "without tokens"
      : `about ${roundTokens(inputTokens)} tokens read and ${roundTokens(outputTokens)} written`;
  return `${writtenBy}, ${time}, ${tokens}.`;
}

/** What happens at the token cap; null where there is none. */
export function describeTokenCap({ maxTokens }: Pick<Estimate, "maxTokens">): string | null {
  if (maxTokens === null) return null;
  return `One run uses at most ${numberFormat.format(maxTokens)} tokens. Sections beyond that stay as they are.`;
}

/** Rounds to two significant digits, because the estimate is not more exact. */
function roundTokens(tokens: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return numberFormat.format(Math.round(tokens / unit) * unit);
}
