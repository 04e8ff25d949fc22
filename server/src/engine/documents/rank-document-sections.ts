import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isChangelog, isDatedPage } from "#server/engine/retrieval/dated-pages.ts";

import type { DocumentPart, DocumentSection } from "./document-part.ts";
import { followContents } from "./follow-contents.ts";
import { openDocuments, saysAmount, saysWhatIsNot, type RankedPart } from "./rank-document-parts.ts";
import { takeApart, type WordMatch, type WordsOfText } from "./word-match.ts";

const worths = { text: 1, heading: 0.95, title: 0.75, path: 0.5 };
const titleShare = 0.4;
/** So much of it a section says, by how much its titles alone say: the less they do, the more the text has to. */
const sure = [
  { title: 0.4, whole: 0.6 },
  { title: 0.2, whole: 0.72 },
];
/** A title that asks the same is answered by what stands under it. */
const sameQuestion = 0.65;
const datedWorth = 0.6;
const fewestSaid = 2;
const mostWords = 0.7;
const maxParts = 16;
/** Characters of a section that are shown. */
const maxLength = 2_600;
/** A sentence before the part that says most comes with it. */
const shortLead = 240;
/** Characters; behind them a section tells of other things as well. */
const longSection = 2_500;

/** The sections that surely are about a question, by their titles first; best first. */
export async function rankDocumentSections(
  context: AnswerContext,
  part: QuestionPart,
  isWanted: (part: DocumentPart) => boolean,
): Promise<DocumentSection[]> {
  const documents = await openDocuments(context, part);
  if (documents === null) return [];
  const { match, parts } = documents;
  const found: DocumentSection[] = [];
  for (const section of sectionsIn(parts)) {
    const judged = judge(section, match);
    if (judged && section.some(isWanted)) found.push(judged);
    await context.yieldToEventLoop();
  }
  const sorted = found.toSorted((a, b) => b.score - a.score);
  return sorted.map((one) => followContents(one, parts, match)).filter((one) => one !== null);
}

/** All that stands under the title of a part, or what it leads to where it is a table of contents. */
export async function sectionOf(
  context: AnswerContext,
  part: QuestionPart,
  best: RankedPart,
): Promise<DocumentSection | null> {
  const documents = await openDocuments(context, part);
  if (documents === null) return null;
  const { parts, match } = documents;
  const section = sectionsIn(parts.filter(({ path }) => path === best.path)).find((some) =>
    some.some((one) => one.codebase === best.codebase && one.at === best.at),
  );
  if (!section) return null;
  // Where its titles say nothing of the question, the part alone does.
  const isTitled = match.of(wordsOf(section, section[0] ?? best).titles).said > 0;
  return followContents({ parts: isTitled ? section : [best], best, score: best.score }, parts, match);
}

/** Parts that stand under the same title one behind the other. */
export function sectionsIn(parts: readonly DocumentPart[]): DocumentPart[][] {
  const sections: DocumentPart[][] = [];
  for (const part of parts) {
    const before = sections.at(-1)?.at(-1);
    if (before && isBeside(before, part)) sections.at(-1)?.push(part);
    else sections.push([part]);
  }
  return sections;
}

function isBeside(one: DocumentPart, other: DocumentPart): boolean {
  return (
    one.path === other.path && one.codebase === other.codebase && one.headings.join("\n") === other.headings.join("\n")
  );
}

/** A section in bounds: all of a short one, of a long one what begins with the part that says most. */
export function withinBounds({ parts, best }: DocumentSection): DocumentPart[] {
  const size = (some: readonly DocumentPart[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  if (parts.length <= maxParts && size(parts) <= maxLength) return [...parts];
  const at = parts.findIndex((one) => one.at === best.at && one.path === best.path);
  const before = parts[at - 1];
  const from = before && before.text.length < shortLead ? at - 1 : Math.max(0, at);
  const told = parts.slice(from, from + maxParts);
  return told.filter((_, index) => index <= at - from || size(told.slice(0, index + 1)) <= maxLength);
}

interface SectionWords {
  titles: WordsOfText[];
  text: WordsOfText;
}

/** A section is judged for every question; what was taken apart goes with its first part. */
const taken = new WeakMap<DocumentPart, SectionWords>();

function wordsOf(parts: readonly DocumentPart[], first: DocumentPart): SectionWords {
  const known = taken.get(first);
  if (known) return known;
  const name = first.path.slice(first.path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  // What a program is called tells nothing of what it does.
  const text = parts.map((one) => one.text.replaceAll(/`[^`]*\([^`]*`/g, " ")).join("\n");
  const found = {
    titles: [
      takeApart(first.headings.at(-1) ?? "", worths.heading),
      // The first title of a document names the whole of it.
      takeApart(first.headings.slice(1, -1).join(". "), worths.title),
      takeApart(name, worths.path),
    ],
    text: takeApart(text.slice(0, longSection), worths.text),
  };
  taken.set(first, found);
  return found;
}

function judge(parts: readonly DocumentPart[], match: WordMatch): DocumentSection | null {
  const [first] = parts;
  const heading = first?.headings.at(-1) ?? "";
  if (!first || heading === "" || isChangelog(first.path)) return null;
  if (first.headings.some(saysWhatIsNot)) return null;
  const { titles, text } = wordsOf(parts, first);
  const title = match.of(titles);
  const whole = match.of([...titles, text]);
  const isSame = match.titleShare(heading) >= sameQuestion && title.said >= fewestSaid;
  const isSaid =
    whole.saysRarest && whole.said >= Math.min(match.strong, Math.max(fewestSaid, Math.ceil(match.strong * mostWords)));
  const isAbout =
    isSaid && title.said > 0 && sure.some((least) => title.coverage >= least.title && whole.coverage >= least.whole);
  if (!isSame && !(isAbout && match.strong > 1)) return null;
  if (match.wantsAmount !== null && !parts.some((one) => saysAmount(one, match))) return null;
  const saying = (one: DocumentPart) => match.of([takeApart(one.text, worths.text)]).coverage;
  const best = parts.reduce((most, one) => (saying(one) > saying(most) ? one : most), first);
  const score = title.coverage * titleShare + whole.coverage * (1 - titleShare) + (isSame ? titleShare : 0);
  return { parts, best, score: isDatedPage(first.path) ? score * datedWorth : score };
}
