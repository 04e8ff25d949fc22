import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { humanName } from "#server/engine/text/quoting.ts";

/** What a test says that the code does. */
export interface TestStatement extends FileRef {
  title: string;
  line: number;
  /** How many of the question's terms it names. */
  matches: number;
}

/** How test frameworks name a case: a quoted title, or the name of a function. */
const quotedTitle =
  /^\s*(?:it|test|specify|scenario|Scenario|example|t\.run|t\.Run|b\.Run)(?:\.\w+)*\(?\s*(["'`])((?:(?!\1)[^\\]|\\.)+)\1/;
const namedCase =
  /^\s*(?:async\s+)?(?:def|func|fn|public\s+void|void|function|fun)\s+(?:\([^)]*\)\s*)?(?:`([^`]+)`|[tT]est_?([A-Za-z]\w{3,})|([a-z]\w+)Test)\s*\(/;

/** Test cases that mention the question's terms, best first. `files` are tests of the code in question. */
export async function findTestTitles(
  context: AnswerContext,
  request: { files: readonly FileRef[]; terms: readonly QuestionTerm[]; limit: number },
): Promise<TestStatement[]> {
  const titles: TestStatement[] = [];
  // Requested together, the files are read together.
  const read = await Promise.all(
    request.files.map(async (location) => ({ location, lines: await context.lines(location) })),
  );
  for (const { location, lines } of read) {
    for (const [at, text] of lines.entries()) {
      const title = titleOf(text);
      if (title === null) continue;
      const stems = new Set(stemsOf(title));
      const matches = request.terms.filter((term) => stems.has(term.stem)).length;
      titles.push({ ...location, title, line: at + 1, matches });
    }
  }
  // A title that matches only one of several words is about something else.
  const fewest = Math.min(request.terms.length, Math.max(1, Math.ceil(request.terms.length / 2)));
  const wanted = titles.filter(({ matches, title }) => matches >= fewest && title.includes(" "));
  const once = [...new Map(wanted.toReversed().map((one) => [one.title, one])).values()].toReversed();
  return once.sort((a, b) => b.matches - a.matches).slice(0, request.limit);
}

function titleOf(line: string): string | null {
  const quoted = quotedTitle.exec(line)?.[2];
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1");
  const named = namedCase.exec(line);
  if (!named) return null;
  return named[1] ?? humanName(named[2] ?? named[3] ?? "");
}
