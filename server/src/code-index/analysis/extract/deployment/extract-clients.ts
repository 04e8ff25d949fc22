import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { ClientFact } from "#server/code-index/ports/deployment-facts.ts";

import { findWords, wordFinder } from "./find-words.ts";
import { extractSignIns, signInWords } from "./sign-in.ts";
import { technologies } from "./technologies/known-technologies.ts";

interface LineRule {
  name: string;
  words: string[];
  pattern: RegExp;
  isOption: boolean;
}

/** What a list of drivers to choose from calls one. */
const optionWords = ["driver", "transport"];
const rules = technologies.flatMap(({ name, clients, option, words = "" }): LineRule[] => [
  ...(clients === undefined ? [] : [{ name, words: words.split(" "), pattern: clients, isOption: false }]),
  ...(option === undefined ? [] : [{ name, words: optionWords, pattern: option, isOption: true }]),
]);
const finder = wordFinder([...rules.flatMap(({ words }) => words), ...signInWords]);
/** Lines of one technology in one file. */
const maxLines = 3;
export const codeLanguages = new Set<string | null>([
  "typescript", "tsx", "javascript", "python", "go", "rust", "java", "kotlin", "csharp", "ruby", "php", "elixir", "scala",
  "vue", "svelte", "groovy",
]); // prettier-ignore
const settingLanguages = new Set<string | null>(["yaml", "ini", "prisma", "json"]);

/** The lines that make or configure clients of stores, brokers and outside services. */
export function extractClients(source: SourceText): ClientFact[] {
  const isCode = codeLanguages.has(source.language);
  if (!isCode && !settingLanguages.has(source.language)) return [];
  const found = findWords(finder, source.text);
  const isRead = (line: number): boolean =>
    source.commentLines[line - 1] !== 1 && lineText(source, line).length <= maxLineLength;
  const matched = rules.flatMap(({ name, words, pattern, isOption }) => {
    const lines = new Set(words.flatMap((word) => found.get(word) ?? []).map((at) => lineAt(source, at)));
    return [...lines]
      .filter((line) => isRead(line) && pattern.test(lineText(source, line)))
      .slice(0, maxLines)
      .map((line): ClientFact => ({ technology: name, line, isOption }));
  });
  if (!isCode) return matched;
  return [...matched, ...extractSignIns(source, found, isRead)];
}

/** Longer lines are of minified code. */
const maxLineLength = 2000;
