import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { LeadCandidate } from "#server/engine/retrieval/fit-act.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { focusedEntry, type StatementBlock } from "#server/engine/statements/statements.ts";

import { showFirstFiles } from "./show-first-files.ts";

const maxNearest = 3;

/** Where nothing found surely does what a question asks: says so, and names a few places that come near. */
export async function nearestBlock(
  context: AnswerContext,
  retrieval: Retrieval,
  candidates: readonly LeadCandidate[],
  limit = maxNearest,
): Promise<StatementBlock> {
  const first = await showFirstFiles(context, retrieval, candidates.slice(0, 1));
  const [entry, ...further] = await Promise.all(candidates.map((one) => focusedEntry(context, one)));
  const near = [...(entry ? [entry] : []), ...first, ...further];
  const once = near.filter((one, at) => near.findIndex(({ text }) => text === one.text) === at).slice(0, limit);
  const text = "No place was found that surely does this. Nearest are:";
  return { heading: null, statements: [{ text, evidence: [] }, ...once], isUnsure: true };
}
