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
import { indentOf } from "#server/engine/text/line-conditions.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

import type { findStart } from "./explain-flow.ts";

/** The condition that decides, and what follows where it holds. */
export async function branchBlock(
  context: AnswerContext,
  { within, startLine, endLine, condition }: CodeBranch<ChosenSymbol>,
  start: Awaited<ReturnType<typeof findStart>>,
): Promise<StatementBlock> {
  const all = await context.lines(within);
  const from = openingLine(all, startLine, within.symbol.startLine);
  const lines = all.slice(from - 1, endLine);
  const evidence = linesOf(within, from, endLine);
  const named = `**${codeSpan(shownName(within.symbol))}** (${shownPath(context, within)}, line ${startLine})`;
  const doc = summarizeDoc(within.symbol.doc, 200, 1);
  const follows = endLine === startLine ? "decides it there" : "goes on so";
  const statements: Statement[] = [
    {
      text: `Where ${codeSpan(condition, 110)} holds, ${named} ${follows}.${doc === null ? "" : ` What it is for: ${doc.text}`}`,
      evidence: doc === null ? [evidence] : [evidence, ...evidenceOf(within, doc)],
    },
    {
      text: `${shownPath(context, within)}, ${from === endLine ? `line ${from}` : `lines ${from}–${endLine}`} ${citationPlaceholder}:\n\n${fence(lines, context.facts(within)?.language ?? null)}`,
      evidence: [evidence],
    },
  ];
  if (start) statements.push({ text: `It ${start.text}.`, evidence: start.evidence });
  return { heading: null, statements };
}

const maxTry = 8;

/** The `try` of a condition that catches, or the line above that sets what is asked: without it nobody knows what failed. */
function openingLine(lines: readonly string[], startLine: number, first: number): number {
  const condition = lines[startLine - 1] ?? "";
  const depth = indentOf(condition);
  if (/^\s*(?:\}\s*)?(?:catch|except|rescue)\b/.test(condition)) {
    for (let line = startLine - 1; line > Math.max(first, startLine - 1 - maxTry); line -= 1)
      if (indentOf(lines[line - 1] ?? "") === depth && /^\s*(?:try|begin)\b/.test(lines[line - 1] ?? "")) return line;
    return startLine;
  }
  const set = /^\s*(?:(?:const|let|var)\s+)?([\w, ]+?)\s*:?=\s*(?!=)/.exec(lines[startLine - 2] ?? "")?.[1];
  const names = set?.match(/\w+/g) ?? [];
  const isAsked = names.some((name) => name.length > 1 && new RegExp(`(?<![\\w.])${name}\\b`).test(condition));
  return isAsked && startLine - 1 > first ? startLine - 1 : startLine;
}
