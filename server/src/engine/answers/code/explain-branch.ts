import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { ChosenSymbol } from "#server/engine/retrieval/choose-symbols.ts";
import type { CodeBranch } from "#server/engine/retrieval/find-branch.ts";
import {
  evidenceOf,
  linesOf,
  shownName,
  shownPath,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

import type { findStart } from "./explain-flow.ts";

/** The condition that decides, and what follows where it holds. */
export async function branchBlock(
  context: AnswerContext,
  { within, startLine, endLine, condition }: CodeBranch<ChosenSymbol>,
  start: Awaited<ReturnType<typeof findStart>>,
): Promise<StatementBlock> {
  const lines = (await context.lines(within)).slice(startLine - 1, endLine);
  const evidence = linesOf(within, startLine, endLine);
  const named = `**${codeSpan(shownName(within.symbol))}** (${shownPath(context, within)}, line ${startLine})`;
  const doc = summarizeDoc(within.symbol.doc, 200, 1);
  const follows = endLine === startLine ? "decides it there" : "goes on so";
  const statements: Statement[] = [
    {
      text: `Where ${codeSpan(condition, 110)} holds, ${named} ${follows}${doc === null ? "." : `. It: ${doc.text}`}`,
      evidence: doc === null ? [evidence] : [evidence, ...evidenceOf(within, doc)],
    },
    {
      text: `${shownPath(context, within)}, ${startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`} ${citationPlaceholder}:\n\n${fence(lines, context.facts(within)?.language ?? null)}`,
      evidence: [evidence],
    },
  ];
  if (start) statements.push({ text: `It ${start.text}.`, evidence: start.evidence });
  return { heading: null, statements };
}
