import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import type { WeightedTerm } from "#server/engine/retrieval/judge-passages.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { cutText, splitSentences } from "#server/engine/text/sentences.ts";

import { linesOf } from "./statements.ts";

const maxLength = 300;
/** A further sentence must match so many of the question's words. */
const fewestMet = 2;
/** Extra weight of a number for a question how much. */
const amountWeight = 2;

/**
 * The part of a declaration's comment, after its opening sentences, that matches the question best, with its
 * lines; null when no part matches more than the opening.
 */
export function relevantDoc(
  located: LocatedSymbol,
  { terms, wantsAmount }: { terms: readonly WeightedTerm[]; wantsAmount: boolean },
  reported: Statement,
): Statement | null {
  const { doc } = located.symbol;
  if (doc === null) return null;
  const lines = doc.text.split("\n");
  const paragraphs = paragraphsOf(lines);
  const describedStems = new Set(stemsOf(reported.text));
  const weighed = paragraphs.flatMap(({ from, text }) =>
    splitSentences(cleanProse(text)).map((sentence) => {
      const stems = new Set(stemsOf(sentence));
      const matched = terms.filter((term) => [term.stem, ...term.synonyms].some((root) => stems.has(root)));
      const fresh = matched.filter((term) => ![term.stem, ...term.synonyms].some((root) => describedStems.has(root)));
      return {
        from,
        sentence,
        met: matched.length,
        fresh: fresh.length,
        weight:
          matched.reduce((sum, one) => sum + one.weight, 0) * (wantsAmount && /\d/.test(sentence) ? amountWeight : 1),
      };
    }),
  );
  const best = weighed
    .filter(({ sentence, met, fresh }) => met >= fewestMet && fresh > 0 && !reported.text.includes(sentence))
    .sort((one, other) => other.weight - one.weight)[0];
  if (!best) return null;
  const startLine = lineOf(doc.startLine, doc.endLine, lines.length, best);
  const endLine = Math.min(doc.endLine, startLine + Math.ceil(best.sentence.length / 70));
  return {
    text: `Its comment adds: “${cutText(best.sentence, maxLength)}”`,
    evidence: [linesOf(located, startLine, endLine)],
  };
}

/** Paragraphs with the line they begin on, from 0; lines of code and of tags are none. */
function paragraphsOf(lines: readonly string[]): { from: number; text: string }[] {
  const found: { from: number; text: string }[] = [];
  let open: { from: number; text: string } | null = null;
  let isCode = false;
  for (const [at, raw] of lines.entries()) {
    const line = raw.replace(/^\s*<p>/i, "").trim();
    const isFence = /^(?:```|~~~)|<\/?pre\b/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence || line === "" || /^(?:@\w|>>>|\.\. |<\/)|[;{}(),]$|^\W+$/.test(line)) {
      open = null;
      continue;
    }
    if (open === null || /^\s*(?:<p>|[-*•]\s)/i.test(raw)) {
      open = { from: at, text: line };
      found.push(open);
    } else open.text += ` ${line}`;
  }
  return found;
}

/** The comment's text may lack its opening mark's line. */
function lineOf(startLine: number, endLine: number, count: number, { from }: { from: number }): number {
  const isMarked = endLine - startLine + 1 > count;
  return Math.min(endLine, startLine + from + (isMarked ? 1 : 0));
}
