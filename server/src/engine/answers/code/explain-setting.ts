import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { citationPlaceholder } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import {
  codeStatement,
  focusedEntry,
  linesOf,
  shownPath,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { fence } from "#server/engine/text/quoting.ts";

import { leadOf, sharingEvidence } from "./explain-code.ts";

const maxOthers = 4;
/** Lines of a manifest that hold less than this share of what the best declaration holds are about something else. */
const bareShare = 0.85;
const linesAround = 2;

/** Which option, parameter or feature does it: the lines that declare it or read it, in any form the code uses. */
export async function explainSetting(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const [main, ...others] = chooseSymbols(retrieval, maxOthers + 1);
  const bare = bareLines(retrieval);
  const isBareFirst = bare !== null && (main === undefined || bare.coverage >= main.coverage);
  const prose = await proseBlock(context, part, retrieval, 1);
  if (!main && !bare) return [{ ...prose, heading: null }];
  const quoted = main ? await codeStatement(context, main, part.terms, main.focus) : null;
  const declared: Statement[] = main && quoted ? [sharingEvidence(leadOf(context, main), quoted), quoted] : [];
  const written = bare ? [await bareStatement(context, bare)] : [];
  return [
    { heading: null, statements: isBareFirst ? [...written, ...declared] : [...declared, ...written] },
    { heading: "Also about this", statements: await Promise.all(others.map((other) => focusedEntry(context, other))) },
    prose,
  ];
}

function bareLines({ passages }: Retrieval): Passage | null {
  const best = passages.find(({ content }) => content.type === "symbol")?.coverage ?? 0;
  const bare = passages.filter(({ content }) => content.type === "lines").sort((a, b) => b.coverage - a.coverage)[0];
  return bare && bare.coverage >= best * bareShare ? bare : null;
}

async function bareStatement(context: AnswerContext, passage: Passage): Promise<Statement> {
  const lines = await context.lines(passage);
  const startLine = Math.max(1, (passage.focus?.line ?? passage.startLine) - linesAround);
  const endLine = Math.min(lines.length, Math.max(passage.focus?.line ?? 0, passage.startLine) + linesAround);
  const quoted = fence(lines.slice(startLine - 1, endLine), passage.language);
  return {
    text: `${shownPath(context, passage)}, lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${quoted}`,
    evidence: [linesOf(passage, startLine, endLine)],
  };
}
