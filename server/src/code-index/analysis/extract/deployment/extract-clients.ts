import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { ClientFact } from "#server/code-index/ports/deployment-facts.ts";

import { findWords, wordFinder } from "./find-words.ts";
import { technologies } from "./technologies/known-technologies.ts";

const rules = technologies.flatMap(({ name, clients, words = "" }) =>
  clients === undefined ? [] : [{ name, words: words.split(" "), pattern: clients }],
);
const finder = wordFinder(rules.flatMap(({ words }) => words));
/** Lines of one technology in one file. */
const maxLines = 3;
const readLanguages = new Set<string | null>([
  "typescript", "tsx", "javascript", "python", "go", "rust", "java", "kotlin", "csharp", "ruby", "php", "elixir", "scala",
  "yaml", "ini", "prisma", "vue", "svelte", "groovy",
]); // prettier-ignore

/** The lines that make or configure clients of stores, brokers and outside services. */
export function extractClients(source: SourceText): ClientFact[] {
  if (!readLanguages.has(source.language)) return [];
  const found = findWords(finder, source.text);
  if (found.size === 0) return [];
  return rules.flatMap(({ name, words, pattern }) => {
    const lines = new Set(words.flatMap((word) => found.get(word) ?? []).map((at) => lineAt(source, at)));
    const matched = [...lines].filter((line) => {
      const text = lineText(source, line);
      return source.commentLines[line - 1] !== 1 && text.length <= maxLineLength && pattern.test(text);
    });
    return matched.slice(0, maxLines).map((line) => ({ technology: name, line }));
  });
}

/** Longer lines are of minified code. */
const maxLineLength = 2000;
