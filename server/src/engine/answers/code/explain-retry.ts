import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { CodeRetry } from "#server/engine/retrieval/find-retry.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

import type { findStart } from "./explain-flow.ts";

const lineLength = 110;
const maxLines = 30;

/** How often it is tried, how it waits, and what ends it; then the lines that say so. */
export async function retryBlock<Located extends LocatedSymbol>(
  context: AnswerContext,
  retry: CodeRetry<Located>,
  start: Awaited<ReturnType<typeof findStart>>,
): Promise<StatementBlock> {
  const { within, startLine, header, pause, end, given, times, isEndless } = retry;
  const endLine = Math.min(retry.endLine, startLine + maxLines - 1);
  const evidence = [linesOf(within, startLine, endLine)];
  const named = `**${codeSpan(shownName(within.symbol))}** (${shownPath(context, within)}, line ${within.symbol.startLine})`;
  const often = times === null ? "" : `, ${count(times, "time")} at most`;
  const values = given.length === 0 ? "" : `, with ${enumerate(given.map(({ text }) => codeSpan(text, lineLength)))}`;
  const waits = `It goes on by ${codeSpan(header.text, lineLength)} and waits by ${codeSpan(pause.text, lineLength)}${values}.`;
  const ends =
    end !== null
      ? ` Where it never succeeds, it ends by ${codeSpan(end.text, lineLength)} (line ${end.line}).`
      : times === null && isEndless
        ? " No line in it was found that ends it where it never succeeds."
        : "";
  const quoted = fence(
    (await context.lines(within)).slice(startLine - 1, endLine),
    context.facts(within)?.language ?? null,
  );
  const statements: Statement[] = [
    { text: `${named} tries it again${often}. ${waits}${ends}`, evidence },
    {
      text: `${shownPath(context, within)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${quoted}`,
      evidence,
    },
  ];
  if (start) statements.push({ text: `It ${start.text}.`, evidence: start.evidence });
  return { heading: null, statements };
}
