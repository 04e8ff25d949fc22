const maxWords = 12;

/**
 * What to ask the full-text search, strictest first: every word, then any. Each word also finds longer ones. Empty when
 * the text holds no word; nothing of it can be read as an operator.
 */
export function toSearchExpressions(text: string): string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxWords);
  if (words.length === 0) return [];
  const prefixes = words.map((word) => `${word}:*`);
  return words.length === 1 ? prefixes : [prefixes.join(" & "), prefixes.join(" | ")];
}
