import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { dateOfPage, isDatedPage } from "#server/engine/retrieval/dated-pages.ts";
import { isAboutTeamwork } from "#server/engine/retrieval/is-about-teamwork.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";

import { chooseParagraphs, citeCodeBefore, quoteParagraph, readParagraphs, type Paragraph } from "./paragraphs.ts";
import { shownPath, type StatementBlock } from "./statements.ts";

const proseShare = 0.5;
/** Prose that matches less than this share of the question is about something else. */
const proseCoverage = 0.5;
const maxQuotedItems = 3;

/** What the documents say: of the best sections the paragraph that matches the question, with its location. */
export async function proseBlock(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  limit = 2,
): Promise<StatementBlock> {
  const statements: Statement[] = [];
  for (const passage of chooseProse(retrieval, limit)) {
    const heading = passage.content.type === "prose" ? passage.content.prose.heading : "";
    const all = (await readParagraphs(context, passage, passage)).filter(isShort);
    const paragraphs = chooseParagraphs(all, part.terms, 1).map(shorten);
    const from =
      heading === "" ? shownPath(context, passage) : `${shownPath(context, passage)}, “${cleanProse(heading)}”`;
    const date = dateOfPage(passage.path, heading, await context.lines(passage));
    const lead: Statement = { text: `${from}${date === null ? "" : `, written ${date}`}:`, evidence: [] };
    const [opening, ...quoted] = citeCodeBefore([
      lead,
      ...paragraphs.flatMap((one) => quoteParagraph(passage, one, part.terms)),
    ]);
    if (opening && quoted.length > 0) statements.push(opening);
    statements.push(...quoted.map((one) => ({ ...one, text: one.text.replaceAll(/^/gm, "> ") })));
  }
  return { heading: "From the documentation", statements };
}

/** A longer program is not quoted. */
const maxCodeLines = 16;

function isShort({ kind, startLine, endLine }: Paragraph): boolean {
  return kind !== "code" || endLine - startLine < maxCodeLines;
}

/** A quotation beside the code is short. */
function shorten(paragraph: Paragraph): Paragraph {
  return { ...paragraph, blocks: paragraph.blocks.slice(0, maxQuotedItems) };
}

/** A guide tells how it is, a post how it was on a day. */
function worthOf({ score, path }: Passage): number {
  return score * (isDatedPage(path) ? datedWorth : 1);
}

const datedWorth = 0.6;

/** Prose about the question's subject, one passage per section, best first. */
export function chooseProse({ passages }: Retrieval, limit: number): Passage[] {
  const prose = passages.filter(
    ({ content, fileKind, path }) =>
      content.type === "prose" && fileKind !== "test" && !isAboutTeamwork({ content, path }) && !isBesideCode(path),
  );
  const ranked = prose.toSorted((one, other) => worthOf(other) - worthOf(one));
  const [best] = ranked;
  if (!best) return [];
  return ranked
    .filter((one) => one.coverage >= proseCoverage && worthOf(one) >= worthOf(best) * proseShare)
    .slice(0, limit);
}
