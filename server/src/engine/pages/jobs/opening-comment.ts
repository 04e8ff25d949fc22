import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { FlowBody } from "#server/engine/pages/flows/flow-start.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { countNewWords } from "#server/engine/text/summarize-doc.ts";

const comment = /^\s*(?:\/\/+|#+(?![![])|--)\s?(.*)$/;
const noise =
  /^\s*(?:TODO|FIXME|XXX|HACK|NOTE:|eslint|oxlint|@ts-|noinspection|type:|pylint|rubocop|prettier)|[;{}]\s*$|\bcopyright\b/i;
const longest = 8;
const mostBefore = 3;
const longestText = 220;
const leastNewWords = 5;

/**
 * The comment that stands among the first lines of a function and says in a sentence why it does what follows. Null
 * where there is none, or where it says less than names do.
 */
export async function openingComment(
  scope: CodeScope,
  { path, startLine, endLine, symbol }: FlowBody,
  names: string,
): Promise<{ text: string; evidence: Evidence } | null> {
  const first = symbol?.signatureEndLine ?? startLine;
  const lines = ((await scope.lines(path)) ?? []).slice(first, Math.min(endLine, first + mostBefore + longest));
  const at = lines.findIndex((line) => comment.test(line));
  if (at < 0 || at > mostBefore) return null;
  const found = lines.slice(at).findIndex((line) => !comment.test(line));
  const own = lines.slice(at, found < 0 ? undefined : at + found);
  const written = own.map((line) => comment.exec(line)?.[1] ?? "");
  if (written.some((line) => noise.test(line))) return null;
  const text = leadingSentences(cleanProse(written.join(" ")), longestText, 2);
  if (text.length < 30 || countNewWords(names, text) < leastNewWords) return null;
  return { text: asSentence(text), evidence: scope.at(path, first + at + 1, first + at + own.length) };
}
