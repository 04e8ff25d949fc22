import type { SearchHit } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { searchFirst } from "#server/engine/retrieval/search-first.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

const maxLocations = 3;
const fewestWords = 4;
const maxLines = 24;

/** How a message begins that asks a question or requests an explanation. */
const asking =
  /^(?:(?:and|so|but|please|ok|hi|hello)\b[\s,]*)*(?:who|what|when|where|which|why|how|is|are|was|were|do(?!\s+not\b)|does(?!\s+not\b)|did|can|could|should|would|will|has|have|explain|describe|tell|show(?=\s+(?:me|us|all|the|which|where|how|what)\b)|list|give|find|locate|compare|summari[sz]e|point|look|help|i|we)\b/i;

/** Whether a message describes a change or a fault in a sentence, like a task or a commit, and is no question. */
export function describesChange(text: string): boolean {
  const [first = ""] = text.trim().split("\n");
  return !text.includes("?") && !asking.test(first) && first.split(/\s+/).length >= fewestWords;
}

/** The code that such a message is about: the files the search ranks first, each with the lines to look at. */
export function locationsBlock(context: AnswerContext, text: string): StatementBlock {
  const best = searchFirst(context, text, maxLocations);
  const locations = best.map(({ codebase, hit }) => placeStatement(context, codebase, hit));
  const lead = { text: "What is described here belongs most likely to:", evidence: [] };
  return { heading: null, statements: locations.length === 0 ? [] : [lead, ...locations] };
}

function placeStatement(context: AnswerContext, codebase: Codebase, { path, symbols, ranges }: SearchHit): Statement {
  const location = { codebase, path };
  const [symbol] = symbols;
  const range = symbol ?? ranges[0] ?? { startLine: 1, endLine: 1 };
  const endLine = Math.min(range.endLine, range.startLine + maxLines - 1);
  const named = symbol === undefined ? "" : `: ${codeSpan(shownName(symbol))}`;
  return { text: `- ${shownPath(context, location)}${named}`, evidence: [linesOf(location, range.startLine, endLine)] };
}
