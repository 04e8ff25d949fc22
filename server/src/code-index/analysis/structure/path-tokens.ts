import type { PathToken } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import { settingConstant } from "#server/code-index/analysis/extract/routing/read-route-documents.ts";

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

/** `${ferry.base:/api}` is the value of that setting, or what is meant without one. */
export function putSettings(
  path: string,
  placeholders: readonly RegExp[],
  valueOf: (constant: string) => string | null,
): string {
  const put = (_: string, key: string, otherwise?: string): string => {
    const constant = `\u0001${settingConstant(key)}\u0001`;
    return valueOf(constant) ?? otherwise ?? constant;
  };
  return placeholders.reduce((text, pattern) => text.replace(pattern, put), path);
}
