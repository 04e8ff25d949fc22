import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { FlowBody } from "#server/engine/pages/flows/trigger-body.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";

const comment = /^\s*(?:\/\/+|#+(?![![])|--)\s?(.*)$/;
const noise =
  /^\s*(?:TODO|FIXME|XXX|HACK|NOTE:|eslint|oxlint|@ts-|noinspection|type:|pylint|rubocop|prettier)|[;{}]\s*$|\bcopyright\b/i;
const longest = 8;
const longestText = 220;
const leastNewWords = 5;

/**
 * The comment that a function begins with and that says in a sentence why it does what follows. Null
 * where there is none, or where it says less than names do.
 */
export async function openingComment(
  scope: CodeScope,
  { path, startLine, endLine, symbol }: FlowBody,
  names: string,
): Promise<{ text: string; evidence: Evidence } | null> {
  const first = symbol?.signatureEndLine ?? startLine;
  const lines = codeLines((await scope.lines(path)) ?? []).slice(first, Math.min(endLine, first + longest));
  const found = lines.findIndex((line) => !comment.test(line));
  const own = lines.slice(0, found < 0 ? undefined : found);
  if (own.length === 0) return null;
  const written = own.map((line) => comment.exec(line)?.[1] ?? "");
  if (written.some((line) => noise.test(line))) return null;
  const text = leadingSentences(cleanProse(written.join(" ")), longestText, 2);
  if (text.length < 30 || countNewWords(names, text) < leastNewWords) return null;
  return { text: asSentence(text), evidence: scope.at(path, first + 1, first + own.length) };
}
