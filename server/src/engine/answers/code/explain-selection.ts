import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { innermost } from "#server/engine/retrieval/relations.ts";
import { quoteParagraph, readParagraphs } from "#server/engine/statements/paragraphs.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

import { explainCode } from "./explain-code.ts";
import { explainUses } from "./explain-location.ts";

/** Explains the lines that the person has marked: the declaration around them, or the prose they hold. */
export async function explainSelection(
  context: AnswerContext,
  part: QuestionPart,
  selection: Evidence,
): Promise<StatementBlock[]> {
  const codebase = context.codebases.find(({ repositoryId }) => repositoryId === selection.repositoryId);
  if (!codebase) return [];
  const location = { codebase, path: selection.path };
  const facts = context.facts(location);
  const symbol =
    facts && (innermost(facts.symbols, selection.startLine) ?? innermost(facts.symbols, selection.endLine));
  if (!facts || !symbol) {
    const paragraphs = await readParagraphs(context, location, selection);
    const statements = paragraphs.flatMap((one) => quoteParagraph(location, one));
    return [{ heading: null, statements }];
  }
  const passage: Passage = {
    ...location,
    fileKind: facts.kind,
    language: facts.language,
    content: { type: "symbol", symbol },
    startLine: symbol.startLine,
    endLine: symbol.endLine,
    focus: { startLine: selection.startLine, endLine: selection.endLine, line: selection.startLine },
    score: 1,
    coverage: 1,
    met: [],
  };
  const retrieval: Retrieval = { terms: [], passages: [passage], first: [], missing: [], unspoken: [] };
  if (part.kind === "uses") return explainUses(context, { ...part, names: [symbol.name] }, retrieval);
  return explainCode(context, part, retrieval);
}
