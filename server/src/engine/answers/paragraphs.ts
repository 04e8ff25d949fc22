import type { Statement } from "../cited-text.ts";
import { readProse, type ProseBlock } from "../pages/facts/read-prose.ts";
import { cleanProse } from "../pages/text/clean-prose.ts";
import { leadingSentences } from "../pages/text/sentences.ts";
import type { Desk, FilePlace } from "./desk.ts";
import { fence } from "./quoting.ts";
import type { QuestionTerm } from "./read-question.ts";
import { linesOf } from "./statements.ts";
import { stemsOf } from "./words.ts";

const maxParagraphLength = 600;
const maxItems = 12;
/** A sentence such as "Like this:" says nothing without the code it announces. */
const leadPenalty = 1.5;

/** A paragraph, a whole list or a code block of a document. */
export interface Paragraph {
  kind: "paragraph" | "list" | "code";
  /** A list has one for each item. */
  blocks: readonly ProseBlock[];
  startLine: number;
  endLine: number;
}

/** What stands between two lines of a document, without its headings. */
export async function readParagraphs(
  desk: Desk,
  place: FilePlace,
  range: { startLine: number; endLine: number },
): Promise<Paragraph[]> {
  const lines = (await desk.lines(place)).slice(0, range.endLine);
  const blocks = readProse(lines, /\.(?:rst|txt)$/i.test(place.path));
  const found: Paragraph[] = [];
  for (const block of blocks.filter((one) => one.startLine >= range.startLine)) {
    const last = found.at(-1);
    const { startLine, endLine } = block;
    if (block.kind === "item" && last?.kind === "list" && startLine - last.endLine <= 2) {
      found[found.length - 1] = { ...last, blocks: [...last.blocks, block], endLine };
    } else if (block.kind === "item") found.push({ kind: "list", blocks: [block], startLine, endLine });
    else if (block.kind === "paragraph" || block.kind === "code") {
      found.push({ kind: block.kind, blocks: [block], startLine, endLine });
    }
  }
  return found.filter(saysSomething);
}

function saysSomething({ kind, blocks }: Paragraph): boolean {
  const text = blocks.map((block) => block.text).join(" ");
  return kind === "code" ? text.trim() !== "" : cleanProse(text).replaceAll(/[^\p{L}]/gu, "").length > 8;
}

/**
 * The paragraphs that meet most of the question's words, in the order they stand. Of a list only the items that meet
 * one are kept; a paragraph that ends with a colon brings the list it announces.
 */
export function chooseParagraphs(
  paragraphs: readonly Paragraph[],
  terms: readonly QuestionTerm[],
  limit: number,
): Paragraph[] {
  const wanted = new Set(terms.map((term) => term.stem));
  const matchesIn = (text: string) => [...new Set(stemsOf(text))].filter((one) => wanted.has(one)).length;
  const endsWithColon = (at: number) => paragraphs[at]?.blocks.at(-1)?.text.trimEnd().endsWith(":") ?? false;
  const leadsNowhere = (at: number) => endsWithColon(at) && paragraphs[at + 1]?.kind !== "list";
  const weighed = paragraphs.map((paragraph, at) => ({
    at,
    weight:
      matchesIn(paragraph.blocks.map((block) => block.text).join(" ")) -
      at * 0.05 -
      (leadsNowhere(at) ? leadPenalty : 0),
  }));
  const best = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, limit);
  return best
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at }) => {
      const [paragraph, next] = [paragraphs[at], paragraphs[at + 1]];
      if (!paragraph) return [];
      if (paragraph.kind === "list") {
        const meeting = paragraph.blocks.filter((block) => matchesIn(block.text) > 0);
        return [meeting.length > 0 ? { ...paragraph, blocks: meeting } : paragraph];
      }
      return next?.kind === "list" && endsWithColon(at) && !best.some((one) => one.at === at + 1)
        ? [paragraph, next]
        : [paragraph];
    });
}

/** A paragraph as statements with the lines they stand on; each item of a list is one of its own. */
export function quoteParagraph(place: FilePlace, paragraph: Paragraph): Statement[] {
  switch (paragraph.kind) {
    case "code":
      return paragraph.blocks.map((block) => ({
        text: fence(block.text.split("\n"), block.note),
        evidence: [linesOf(place, block.startLine, block.endLine)],
      }));
    case "list":
      return paragraph.blocks.slice(0, maxItems).map((block) => ({
        text: `- ${cleanProse(block.text)}`,
        evidence: [linesOf(place, block.startLine, block.endLine)],
      }));
    case "paragraph":
      return paragraph.blocks.map((block) => ({
        text: leadingSentences(cleanProse(block.text), maxParagraphLength),
        evidence: [linesOf(place, block.startLine, block.endLine)],
      }));
  }
}
