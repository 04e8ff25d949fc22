import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { asSentence, splitSentences } from "#server/engine/text/sentences.ts";

import type { QuestionWeights } from "./question-weights.ts";
import { forPrograms, retrieveDocuments } from "./retrieve-documents.ts";
import { simplifyProse } from "./simplify-text.ts";

/** Something that texts for people say, with how near it comes to a question. */
export interface NearText {
  worth: number;
  statement: Statement;
}

/** With other words for it a text has to say so much of a question. */
export const leastNear = 0.45;
const maxSections = 8;
const maxSentences = 2;
const longestSentence = 320;
const headingWorth = 0.15;
const keyWorth = 0.1;

/** How near a text with what stands around it comes; null where a text is too far from the question. */
export function nearness(
  { nearIn, nearsRarest, shareIn, saysTogether }: QuestionWeights,
  text: string,
  around: string,
): number | null {
  const said = `${around}. ${text}`;
  if (shareIn(said) === 0 || !nearsRarest(said) || !saysTogether(said)) return null;
  const worth = nearIn(text) * (1 - headingWorth) + nearIn(said) * headingWorth + shareIn(text) * keyWorth;
  return worth < leastNear ? null : worth;
}

/** Of the sections about it the sentences that people understand and that say most of it. */
export async function nearSentences(
  context: AnswerContext,
  part: QuestionPart,
  weights: QuestionWeights,
): Promise<NearText[]> {
  const { passages } = await retrieveDocuments(context, part);
  const found: NearText[] = [];
  for (const { content, path, codebase, startLine, endLine } of passages.slice(0, maxSections)) {
    if (content.type !== "prose" || forPrograms.test(path)) continue;
    const lines = await context.lines({ codebase, path });
    for (const block of blocksIn(lines, startLine, endLine)) {
      const sentences = splitSentences(cleanProse(block.text)).filter(
        (one) => one.length <= longestSentence && simplifyProse(one) !== null,
      );
      const [best] = sentences
        .map((one, at) => ({ at, worth: nearness(weights, one, content.prose.heading) ?? 0 }))
        .toSorted((a, b) => b.worth - a.worth);
      if (!best || best.worth === 0) continue;
      const told = sentences
        .slice(best.at, best.at + maxSentences)
        .map(asSentence)
        .join(" ");
      const evidence = [linesOf({ codebase, path }, block.startLine, block.endLine)];
      found.push({ worth: best.worth, statement: { text: `- ${capitalized(told)} ${citationPlaceholder}`, evidence } });
    }
  }
  return found;
}

interface PlainPassage {
  text: string;
  startLine: number;
  endLine: number;
  /** Of its first line. */
  indent: number;
}

/** Paragraphs and items of a section, without programs and tables. */
function blocksIn(lines: readonly string[], startLine: number, endLine: number): PlainPassage[] {
  const blocks: PlainPassage[] = [];
  let isCode = false;
  let isOpen = false;
  for (let line = startLine; line <= Math.min(endLine, lines.length); line += 1) {
    const text = (lines[line - 1] ?? "").trim();
    if (/^(?:```|~~~)/.test(text)) isCode = !isCode;
    const isLink = /^(?:[-*+]\s+)?\[[^\]]*\]\([^)]*\)\.?$/.test(text);
    if (isCode || isLink || text === "" || /^(?:```|~~~|#|\||<|!\[|---|!!!|:::)/.test(text)) {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    const indent = (lines[line - 1] ?? "").search(/\S/);
    const isBelow = isOpen && last !== undefined && indent > last.indent + 1 && /^[-*+]\s/.test(text);
    if (isBelow)
      Object.assign(last, {
        text: `${last.text}${last.endLine === last.startLine ? ":" : ","} ${text.slice(2)}`,
        endLine: line,
      });
    else if (isOpen && last && !/^(?:[-*+]|\d+[.)])\s/.test(text))
      Object.assign(last, { text: `${last.text} ${text}`, endLine: line });
    else blocks.push({ text: text.replace(/^(?:[-*+>]|\d+[.):])\s+/, ""), startLine: line, endLine: line, indent });
    isOpen = true;
  }
  return blocks;
}
