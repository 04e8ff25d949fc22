import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { findTestTitles, type TestStatement } from "#server/engine/statements/test-titles.ts";

const maxQuotedTitles = 3;

/** What the tests of these declarations say, in the words of their titles. */
export async function behaviourBlock(
  context: AnswerContext,
  part: QuestionPart,
  about: readonly LocatedSymbol[],
): Promise<StatementBlock> {
  const titles = await testTitlesAbout(context, part, about);
  return {
    heading: "What its tests hold it to",
    statements: titles.map((one) => ({
      text: `- “${one.title}” (${shownPath(context, one)}, line ${one.line})`,
      evidence: [linesOf(one, one.line)],
    })),
  };
}

async function testTitlesAbout(
  context: AnswerContext,
  part: QuestionPart,
  about: readonly LocatedSymbol[],
  limit = maxQuotedTitles,
): Promise<TestStatement[]> {
  const own = about.flatMap(({ codebase, path }) =>
    codebase.index
      .importersOf(path)
      .filter((edge) => codebase.index.facts(edge.path)?.kind === "test")
      .map((edge) => ({ codebase, path: edge.path })),
  );
  const query = part.terms.map(({ word }) => word).join(" ");
  const found = context.lookUp("search_tests", query, () =>
    context.codebases.flatMap((codebase) =>
      codebase.index.search(query, { kinds: ["test"], limit: 4 }).map(({ path }) => ({ codebase, path })),
    ),
  );
  const files = [
    ...new Map([...own, ...found].map((one) => [`${one.codebase.repositoryId}:${one.path}`, one])).values(),
  ];
  return findTestTitles(context, { files: files.slice(0, 8), terms: part.terms, limit });
}
