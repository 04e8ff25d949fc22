import type { TakenTokens } from "#server/platform/models/model-port.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

/** Cents of a cent, as the database keeps it. */
const unitsPerDollar = 1_000_000;
const tokensPerPrice = 1_000_000;

/** US dollars by the operator's prices; null where they are not set. */
export function costOf(
  { inputPriceUsd, outputPriceUsd }: Pick<Settings["models"], "inputPriceUsd" | "outputPriceUsd">,
  { inputTokens, outputTokens }: TakenTokens,
): number | null {
  if (inputPriceUsd === null || outputPriceUsd === null) return null;
  const dollars = (inputTokens * inputPriceUsd + outputTokens * outputPriceUsd) / tokensPerPrice;
  return Math.round(dollars * unitsPerDollar) / unitsPerDollar;
}
