import type { RunBudget } from "@cairn/contract/implementations";

/** "1,234" */
export function sayCount(tokens: number): string {
  return tokens.toLocaleString("en");
}

/** "12,400 of 2,000,000 tokens, $0.42"; null where no model was called and nothing limits it. */
export function sayBudget({ inputTokens, outputTokens, costUsd, tokenLimit }: RunBudget): string | null {
  const used = inputTokens + outputTokens;
  if (used === 0) return null;
  const tokens = tokenLimit === null ? sayCount(used) : `${sayCount(used)} of ${sayCount(tokenLimit)}`;
  return costUsd === null ? `${tokens} tokens` : `${tokens} tokens, $${costUsd.toFixed(2)}`;
}

/** A limit that leaves room for what comes after: twice what it took so far, in round numbers. */
export function suggestLimit(neededTokens: number): number {
  const step = 10 ** Math.max(3, Math.floor(Math.log10(neededTokens)) - 1);
  return Math.ceil((neededTokens * 2) / step) * step;
}

/** The number that somebody typed, with or without signs between thousands; null where it is none. */
export function readLimit(text: string): number | null {
  const digits = text.replaceAll(/[\s,._']/g, "");
  return /^\d{1,13}$/.test(digits) ? Number(digits) : null;
}
