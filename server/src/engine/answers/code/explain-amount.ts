import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { saysAmount } from "#server/engine/retrieval/fit-amount.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

const maxBody = 120;
const maxTold = 3;
const shownLength = 110;
/** A line outside of every body that gives a name a value. */
const assigns = /^\s{0,4}(?:[\w<>:]+\s+){0,5}?([A-Za-z_]\w{2,})\s*(?::\s*[\w<>[\]]+)?\s*(?::?=)\s*(.*)$/;

/** The numbers and times that a declaration goes by: values of its file that it names, with their lines. */
export async function amountStatements(context: AnswerContext, main: LocatedSymbol): Promise<Statement[]> {
  const lines = codeLines(await context.lines(main));
  const { startLine, endLine } = main.symbol;
  const body = lines.slice(startLine - 1, Math.min(endLine, startLine + maxBody)).join("\n");
  const names = new Set(body.match(/[A-Za-z_]\w{2,}/g));
  const told: Statement[] = [];
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    if (told.length >= maxTold || (line >= startLine && line <= endLine)) continue;
    const name = assigns.exec(text)?.[1];
    if (name === undefined || !names.has(name)) continue;
    // A value may go on below the line.
    const value = `${text} ${/[(=|&?,]\s*$/.test(text) ? (lines[line] ?? "").trim() : ""}`.trim();
    if (!saysAmount(name, value)) continue;
    const last = value === text.trim() ? line : line + 1;
    told.push({
      text: `It goes by ${codeSpan(name)}, line ${line}: ${codeSpan(value, shownLength)}`,
      evidence: [linesOf(main, line, last)],
    });
  }
  return told;
}
