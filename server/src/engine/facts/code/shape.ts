import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, fold, languageName, share } from "#server/engine/text/wording.ts";

import { findParts } from "./find-parts.ts";

/** The languages of the scope's source with their lines, most first; dialects count with their language. */
export function languageLines(scope: CodeScope): { language: string; files: number; lines: number; largest: string }[] {
  const totals = new Map<string, { language: string; files: number; lines: number; largest: string; most: number }>();
  for (const file of scope.sources) {
    const language = file.language === "tsx" ? "typescript" : (file.language ?? "");
    const total = totals.get(language) ?? { language, files: 0, lines: 0, largest: file.path, most: 0 };
    total.files += 1;
    total.lines += file.lines;
    if (file.lines > total.most) Object.assign(total, { largest: file.path, most: file.lines });
    totals.set(language, total);
  }
  return [...totals.values()].toSorted((a, b) => b.lines - a.lines);
}

/** One sentence about the size, resting on the heaviest parts. Null without source. */
export function shape(scope: CodeScope): Statement | null {
  const languages = languageLines(scope);
  const [main] = languages;
  if (!main) return null;
  const lines = languages.reduce((sum, one) => sum + one.lines, 0);
  const mix =
    languages.length === 1 || main.lines / lines > 0.97
      ? `in ${languageName(main.language)}`
      : `, ${share(main.lines, lines)} of it ${languageName(main.language)}`;
  const parts = findParts(scope).filter((part) => part.path !== scope.folder);
  const names = fold(
    parts.slice(0, 4).map((part) => codeSpan(scope.shorten(part.path))),
    4,
  );
  const most = parts.length > 1 ? ` Most of it lies in ${names}.` : "";
  const heads =
    parts.length > 1
      ? parts.slice(0, 3).flatMap((part) => part.files.toSorted((a, b) => b.lines - a.lines)[0]?.path ?? [])
      : [main.largest];
  return {
    text: `It is ${count(lines, "line")} of source${mix.startsWith(",") ? "" : " "}${mix}, in ${count(scope.sources.length, "file")}.${most}`,
    evidence: heads.map((path) => scope.at(path, 1)),
  };
}
