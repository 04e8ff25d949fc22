import type { ModelUsage } from "@cairn/contract/chat";

const numbers = new Intl.NumberFormat("en-US");
/** For costs below ten cents: with two decimals most of them would be $0.00. */
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumSignificantDigits: 2 });
const wholeDollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "1,234 tokens · $0.012"; without the cost where no prices are configured. */
export function formatUsage({ inputTokens, outputTokens, costUsd }: ModelUsage): string {
  const tokens = `${numbers.format(inputTokens + outputTokens)} tokens`;
  return costUsd === null ? tokens : `${tokens} · ${formatCost(costUsd)}`;
}

/** "1,000 read, 234 written". */
export function formatUsageDetails({ inputTokens, outputTokens }: ModelUsage): string {
  return `${numbers.format(inputTokens)} read, ${numbers.format(outputTokens)} written`;
}

function formatCost(costUsd: number): string {
  if (costUsd > 0 && costUsd < 0.0001) return "under $0.0001";
  return costUsd > 0 && costUsd < 0.1 ? dollars.format(costUsd) : wholeDollars.format(costUsd);
}
