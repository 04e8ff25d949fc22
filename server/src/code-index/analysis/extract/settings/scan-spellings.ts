import { matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { KeySpelling } from "#server/code-index/ports/setting-facts.ts";

import { settingLibraries } from "./setting-libraries.ts";

const maxNear = 600;

/** By which variables keys are given, as a file tells the libraries that it uses. */
export function scanSpellings(source: SourceText): KeySpelling[] {
  return settingLibraries.flatMap(({ languages, variables }) => {
    const isUsed = variables !== undefined && languages.includes(source.language ?? "");
    if (!isUsed || !source.text.includes(variables.hint)) return [];
    return [...matchesInCode(source, variables.prefix)].map(({ match }) => {
      const near = variables.isFarOff === true ? source.text : source.text.slice(match.index, match.index + maxNear);
      const take = (pattern: RegExp): string | null => pattern.exec(near)?.groups?.["text"] ?? null;
      const prefix = match.groups?.["prefix"] ?? "";
      const joint =
        prefix === "" ? "" : ((variables.joint === null ? null : take(variables.joint)) ?? variables.usualJoint);
      return { prefix: `${prefix}${joint}`.toUpperCase(), dot: take(variables.dot), hyphen: take(variables.hyphen) };
    });
  });
}
