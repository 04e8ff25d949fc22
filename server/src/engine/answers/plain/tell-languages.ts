import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { isLabelFile, isOfTests } from "./gather-labels.ts";

const asksForLanguages =
  /\blanguages?\b.*\b(?:interface|ui|screens?|available|translat\w+|speaks?|support\w*|offered|users?|people)\b|\b(?:interface|ui|screens?|available|translat\w+|users?|people)\b.*\blanguages?\b|\btranslated (?:in)?to\b/i;
const ofPrograms = /\b(?:programming|written|coded|code|syntax|highlight\w*|script\w*|model)\b/i;
/** `de`, `pt_BR`, `zh-Hans`, as a folder, a file or a part of its name. */
const tag = /(?<=[/_.-])([a-z]{2,3})(?:[-_]([A-Z]{2}|[a-z]{2}|Han[st]|Latn|Cyrl))?(?=[/.]|$)/g;
const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const fewest = 2;
/** So many lines are shown; the list names all. */
const maxCited = 6;

/** The languages that the interface has texts in, by the files that hold them; empty where a question does not ask for them. */
export function tellLanguages({ codebases }: AnswerContext, { text }: QuestionPart): Statement[] {
  if (!asksForLanguages.test(text) || ofPrograms.test(text)) return [];
  const found = codebases.flatMap((codebase) =>
    codebase.index
      .files()
      .filter(({ path, kind }) => isLabelFile(path) && !isOfTests(path) && kind !== "vendored")
      .flatMap(({ path }) => languageOf({ codebase, path }) ?? []),
  );
  // Beside the product's own texts there may be those of a part or of a tool.
  const [whole = []] = [...Map.groupBy(found, ({ place }) => place).values()]
    .map((some) => [...new Map(some.map((one) => [one.language, one])).values()])
    .toSorted((a, b) => b.length - a.length);
  if (whole.length < fewest) return [];
  const languages = whole.toSorted((a, b) => a.language.localeCompare(b.language));
  const evidence = languages.slice(0, maxCited).map(({ file }) => linesOf(file, 1));
  const said = enumerate(languages.map(({ language }) => language));
  return [{ text: `Its texts are there in ${languages.length} languages: ${said}. ${citationPlaceholder}`, evidence }];
}

/** Null where the path names none. */
function languageOf(file: FileRef): { language: string; place: string; file: FileRef } | null {
  for (const match of [...file.path.matchAll(tag)].toReversed()) {
    const [, code = "", region] = match;
    const language = nameOf(region === undefined ? code : `${code}-${region}`);
    if (language !== null) return { language, place: file.path.slice(0, match.index), file };
  }
  return null;
}

function nameOf(code: string): string | null {
  try {
    return names.of(code) ?? null;
  } catch {
    return null;
  }
}
