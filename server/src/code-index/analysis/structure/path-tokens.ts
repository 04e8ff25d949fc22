import type { PathToken } from "#server/code-index/analysis/extract/routing/controller-rules.ts";

export function hasMethodToken(path: string, tokens: readonly PathToken[]): boolean {
  return tokens.some(({ pattern, of }) => of === "method" && path.search(pattern) >= 0);
}

export function replaceTokens(
  path: string,
  tokens: readonly PathToken[],
  names: { class: string; method: string },
): string {
  return tokens.reduce((text, { pattern, of, without }) => {
    const name = without === undefined ? names[of] : names[of].replace(without, "");
    return text.replace(pattern, () => name);
  }, path);
}
