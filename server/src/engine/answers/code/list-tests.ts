import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, fold, folderOf } from "#server/engine/text/wording.ts";

const maxFolders = 10;
const maxNamed = 3;

/** Where the tests are, by folder, the largest first. Empty where there are none. */
export function listTests(context: AnswerContext): StatementBlock[] {
  const files = context.codebases.flatMap((codebase) =>
    codebase.index
      .files()
      .filter(({ kind, lines }) => kind === "test" && lines > 0)
      .map(({ path, lines }) => ({ codebase, path, lines })),
  );
  if (files.length === 0) return [];
  const groups = Map.groupBy(files, (one) => folderOf(shownPath(context, one).replaceAll("`", "")));
  const folders = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  const entries = folders.slice(0, maxFolders).map(([folder, own]): Statement => {
    const longest = own.toSorted((a, b) => b.lines - a.lines).slice(0, maxNamed);
    const names = fold(
      longest.map((one) => shownPath(context, one)),
      maxNamed,
    );
    const others = own.length > longest.length ? `, such as ${names}` : `: ${names}`;
    return {
      text: `- ${codeSpan(folder === "" ? "." : folder)}, ${count(own.length, "file")}${others}`,
      evidence: longest.map((one) => linesOf(one, 1)),
    };
  });
  const others = folders.slice(maxFolders).flatMap(([, [first]]) => first ?? []);
  const rest = {
    text: `- and in ${count(others.length, "more folder")}`,
    evidence: others.slice(0, maxNamed).map((one) => linesOf(one, 1)),
  };
  const lead = {
    text: `There ${files.length === 1 ? "is" : "are"} ${count(files.length, "file")} of tests:`,
    evidence: [],
  };
  return [{ heading: null, statements: [lead, ...entries, ...(others.length > 0 ? [rest] : [])] }];
}
