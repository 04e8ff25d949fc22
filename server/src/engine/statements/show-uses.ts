import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Use, Uses } from "#server/engine/retrieval/relations.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, fold } from "#server/engine/text/wording.ts";

import { linesOf, shownName, shownPath, type StatementBlock } from "./statements.ts";

const maxShownUses = 3;
const maxTestFiles = 3;

/** Where a declaration is used, in one line for the code and one for its tests. */
export function usesBlock(context: AnswerContext, { inCode, inTests }: Uses): StatementBlock {
  const shown = inCode.slice(0, maxShownUses);
  const named = inCode.map(
    (use) => `${use.within ? `${codeSpan(shownName(use.within))} of ` : ""}${shownPath(context, use)}`,
  );
  const inside: Statement[] =
    shown.length === 0
      ? []
      : [
          {
            text: `- in ${fold([...new Set(named)], maxShownUses)}`,
            evidence: shown.map((use) => linesOf(use, use.line)),
          },
        ];
  return { heading: "Where it is used", statements: [...inside, ...testUses(context, inTests)] };
}

function testUses(context: AnswerContext, uses: readonly Use[]): Statement[] {
  const firstOf = [...new Map(uses.toReversed().map((use) => [use.path, use])).values()].toReversed();
  if (firstOf.length === 0) return [];
  const where = fold(
    firstOf.map((use) => shownPath(context, use)),
    maxTestFiles,
  );
  return [
    {
      text: `- in tests: ${count(uses.length, "line")} of ${where}`,
      evidence: firstOf.slice(0, maxTestFiles).map((use) => linesOf(use, use.line)),
    },
  ];
}

/** One line that uses something, with the declaration around it. */
export function useEntry(context: AnswerContext, use: Use): Statement {
  const caller = use.within ? `in ${codeSpan(shownName(use.within))}, ` : "";
  return {
    text: `- ${caller}${shownPath(context, use)} line ${use.line}: ${codeSpan(use.text, 120)}`,
    evidence: [linesOf(use, use.line)],
  };
}

/** Files with the lines they use something in; every line is cited until there are this many. */
const maxCited = 10;
const maxLinesShown = 6;

/** Every use of a declaration, by file: those of the code with their lines, those of tests in one line. */
export function locationsBlock(context: AnswerContext, uses: readonly Use[]): StatementBlock {
  const inTests = uses.filter(({ isTest }) => isTest);
  const files = [
    ...Map.groupBy(
      uses.filter(({ isTest }) => !isTest),
      ({ path, codebase }) => `${codebase.repositoryId} ${path}`,
    ).values(),
  ];
  const total = files.reduce((sum, some) => sum + some.length, 0);
  const perFile = total <= maxCited ? Infinity : Math.max(1, Math.floor(maxCited / Math.max(1, files.length)));
  let cited = 0;
  const statements = files.map((some): Statement => {
    const taken = some.slice(0, Math.max(0, Math.min(perFile, maxCited - cited)));
    cited += taken.length;
    return { text: `- ${fileEntry(context, some)}`, evidence: taken.map((use) => linesOf(use, use.line)) };
  });
  const shown = statements.filter(({ evidence }) => evidence.length > 0);
  const others = files.slice(shown.length).flatMap(([first]) => first ?? []);
  const named = others.map((use) => shownPath(context, use));
  const evidence = others.slice(0, maxCited).map((use) => linesOf(use, use.line));
  const more = others.length > 0 ? [{ text: `- and in ${fold(named, maxCited)}`, evidence }] : [];
  return { heading: null, statements: [...shown, ...more, ...testUses(context, inTests)] };
}

/** "`server.ts`: in `start`, line 12, and `stop`, lines 20 and 31". */
function fileEntry(context: AnswerContext, uses: readonly Use[]): string {
  const [first] = uses;
  if (!first) return "";
  if (uses.length === 1) {
    const within = first.within ? ` in ${codeSpan(shownName(first.within))},` : "";
    return `${shownPath(context, first)},${within} line ${first.line}: ${codeSpan(first.text, 100)}`;
  }
  const callers = [...Map.groupBy(uses, ({ within }) => (within ? codeSpan(shownName(within)) : "")).entries()];
  const reported = callers.map(([caller, some]) => {
    const lines = fold(
      some.map(({ line }) => String(line)),
      maxLinesShown,
    );
    return `${caller === "" ? "" : `in ${caller}, `}${some.length === 1 ? "line" : "lines"} ${lines}`;
  });
  return `${shownPath(context, first)}: ${fold(reported, maxLinesShown)}`;
}
