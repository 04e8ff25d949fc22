import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { chooseSection } from "#server/engine/documents/choose-section.ts";
import type { DocumentPart } from "#server/engine/documents/document-part.ts";
import { rankDocumentParts, type RankedPart } from "#server/engine/documents/rank-document-parts.ts";
import { stemsIn } from "#server/engine/documents/word-match.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { stem, subjectWords } from "#server/engine/intent/words.ts";
import { dateOfPage } from "#server/engine/retrieval/dated-pages.ts";
import type { Paragraph } from "#server/engine/statements/paragraphs.ts";
import { linesOf } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { asSentence, isException, splitSentences } from "#server/engine/text/sentences.ts";

import { weighQuestion } from "./question-weights.ts";
import { simplifyProse, spokenName } from "./simplify-text.ts";

/** What programs and agents that write code are told of is of no use to people. */
const forPrograms =
  /(?:^|\/)(?:api|apis|openapi|sdk|sdks|skills?)\/|(?:^|[/.])api\.(?:mdx?|rst)$|(?:^|\/)\.[^/]+\/|(?:^|\/)(?:CLAUDE|AGENTS|GEMINI|SKILL|copilot-instructions)\.mdx?$/i;
const maxStatements = 14;
const maxSentences = 3;
/** Of a section that surely answers all of a paragraph is told. */
const maxOfSection = 8;
const maxItems = 12;

/** What documents say of a question, in words that need no code; empty where none is surely about it. */
export async function tellDocuments(context: AnswerContext, part: QuestionPart): Promise<Statement[]> {
  const { saysTogether } = weighQuestion(context, part);
  const chosen = await chooseSection(context, part, {
    leastCoverage: 0,
    isWanted: (one) => !forPrograms.test(one.path) && saysTogether(`${one.headings.at(-1) ?? ""}. ${one.text}`),
    isTold: isForAnybody,
  });
  const told: Statement[] = [];
  for (const one of (chosen ?? []).flat())
    for (const statement of await tellPart(one, part, maxOfSection))
      if (!told.some((other) => other.text === statement.text)) told.push(statement);
  return told.slice(0, maxStatements);
}

/** Whether something of a part can be told without the names of programs. */
function isForAnybody(one: DocumentPart): boolean {
  return (
    one.row.length > 0 ||
    one.paragraphs.some(
      (paragraph) => tellParagraph(one, paragraph, { wanted: new Set(), most: maxSentences }).length > 0,
    )
  );
}

/** What comes near, with how much of the question it says. */
export async function nearDocuments(
  context: AnswerContext,
  part: QuestionPart,
): Promise<{ worth: number; statement: Statement }[]> {
  const found: { worth: number; statement: Statement }[] = [];
  for (const one of (await plainParts(context, part)).filter(({ isNear }) => isNear)) {
    const told = await tellPart(one, part);
    if (told.length > 0) found.push({ worth: one.coverage, statement: asItem(told) });
  }
  return found;
}

/** A sentence with the items that it announces, as one item of a list. */
function asItem(told: readonly Statement[]): Statement {
  const texts = told.map(({ text }) => text.replace(/^- /, "").replaceAll(` ${citationPlaceholder}`, ""));
  return { text: `- ${texts.join(" ")} ${citationPlaceholder}`, evidence: told.flatMap(({ evidence }) => evidence) };
}

async function plainParts(context: AnswerContext, part: QuestionPart): Promise<RankedPart[]> {
  const { saysTogether } = weighQuestion(context, part);
  return (await rankDocumentParts(context, part)).filter(
    ({ path, headings, text }) => !forPrograms.test(path) && saysTogether(`${headings.at(-1) ?? ""}. ${text}`),
  );
}

async function tellPart(one: DocumentPart, asked: QuestionPart, most = maxSentences): Promise<Statement[]> {
  if (one.row.length > 0) return tellRow(one);
  const wanted = new Set(subjectWords(asked.text).map(stem));
  const lines = (await one.codebase.reader.readLines(one.path)) ?? [];
  const date = dateOfPage(one.path, one.headings.at(-1) ?? "", lines);
  const isAnnounced = one.paragraphs.length > 1;
  const told = one.paragraphs.flatMap((paragraph) => {
    const own = isAnnounced ? paragraph : shortened(paragraph, wanted);
    return tellParagraph(one, own, { wanted, most });
  });
  return date === null ? told : told.map((statement) => withDate(statement, date));
}

/** Of a list that nothing announces the items that say something of what was asked; all of them where none does. */
function shortened(paragraph: Paragraph, wanted: ReadonlySet<string>): Paragraph {
  if (paragraph.kind !== "list" || paragraph.blocks.length === 1) return paragraph;
  const telling = paragraph.blocks.filter(({ text }) => [...stemsIn(text)].some((root) => wanted.has(root)));
  return telling.length === 0 ? paragraph : { ...paragraph, blocks: telling };
}

interface Telling {
  wanted: ReadonlySet<string>;
  /** Sentences of a paragraph. */
  most: number;
}

function tellParagraph(one: DocumentPart, paragraph: Paragraph, { wanted, most }: Telling): Statement[] {
  if (paragraph.kind === "code") return most > maxSentences ? commandIn(one, paragraph) : [];
  const isList = paragraph.kind === "list";
  return paragraph.blocks.slice(0, maxItems).flatMap(({ text, startLine, endLine }) => {
    const clean = withoutMarks(text);
    const sentences = isList ? itemSentences(clean) : chosenSentences(clean, wanted, most);
    if (sentences.length === 0) return [];
    const told = isList && isNameAlone(clean) ? clean : sentences.map(asSentence).join(" ");
    return [
      {
        text: `${isList ? "- " : ""}${capitalized(told)} ${citationPlaceholder}`,
        evidence: [linesOf(one, startLine, endLine)],
      },
    ];
  });
}

/** What is typed as it stands: one line, that a sentence before it speaks of. */
function commandIn(one: DocumentPart, { blocks, startLine }: Paragraph): Statement[] {
  return blocks.flatMap((block) => {
    const lines = block.text.split("\n").filter((line) => line.trim() !== "");
    const [line = ""] = lines;
    if (lines.length !== 1 || line.length > longestCommand) return [];
    return [{ text: `“${line.trim()}” ${citationPlaceholder}`, evidence: [linesOf(one, startLine, block.endLine)] }];
  });
}

const longestCommand = 120;

/** A name in code marks that people see so on their screen is kept, and its marks are not. */
function withoutMarks(text: string): string {
  return cleanProse(text)
    .replaceAll(/`{1,3}(\/?[A-Za-z][a-z/ -]{1,40}|[A-Z][\w &]+(?: [→>] [\w &]+)+)`{1,3}/g, "$1")
    .replaceAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)`/g, (_, name: string) => `“${capitalized(spokenName(name))}”`)
    .replace(/^(?:: |A: |Q: )/, "")
    .replace(/^!!! ?\w+(?: "[^"]*")?\s*/, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\*\*|(?<!\w)[_*](?=\w)|(?<=\w)[_*](?!\w)/g, "")
    .trim();
}

/** An item of a list may be a name alone. */
function itemSentences(text: string): string[] {
  const sentences = splitSentences(text).slice(0, maxSentences).filter(isForPeople);
  if (sentences.length > 0) return sentences;
  return isNameAlone(text) ? [text] : [];
}

function isNameAlone(text: string): boolean {
  return text.length < longestName && /^[\p{L}\d][\p{L}\d ,'()&/+-]*$/u.test(text);
}

const longestName = 90;

/** The sentences around the one that says most, as far as people understand them; what limits them comes with them. */
function chosenSentences(text: string, wanted: ReadonlySet<string>, most: number): string[] {
  const all = splitSentences(text.replace(/:$/, "."));
  const worth = (one: string) => [...stemsIn(one)].filter((root) => wanted.has(root)).length;
  const best = all.reduce((most, one, at) => (worth(one) > worth(all[most] ?? "") ? at : most), 0);
  const from = all.length <= most ? 0 : Math.max(0, Math.min(best - 1, all.length - most));
  const last = all.findLastIndex((one, at) => at < from + 2 * most && isException(one));
  return all
    .slice(from, Math.max(from + most, last + 1))
    .filter((one) => one.length <= longestSentence && isForPeople(one));
}

const longestSentence = 500;
/** Words of programs; what people type or see on their screen is none. */
const ofPrograms = /[`{}|\\]|\w\((?!s\))|\(\)|=>|->|::|<\/?\w|\b[a-z]+_\w+|\b[a-z]+[A-Z]\w*\(|https?:\/\/\S{40}/;

function isForPeople(sentence: string): boolean {
  return sentence.split(/\s+/).length > 2 && /\p{L}{3}/u.test(sentence) && !ofPrograms.test(sentence);
}

/** A setting by its name, what it does and what it is otherwise. */
function tellRow(one: DocumentPart): Statement[] {
  const [name, ...others] = one.row;
  const longest = others.toSorted((a, b) => b.text.length - a.text.length)[0];
  const said = longest ? simplifyProse(withoutMarks(longest.text), maxSentences) : null;
  if (!name || said === null) return [];
  const usual = others.find(({ title, text }) => /default/i.test(title) && text !== longest?.text)?.text;
  const value = usual !== undefined && /^[\w .:%-]{1,30}$/.test(usual) ? ` (${usual} unless changed)` : "";
  const spoken = /^[A-Z][A-Z\d_]+$/.test(name.text)
    ? `“${capitalized(spokenName(name.text))}” (${name.text})`
    : `“${name.text}”`;
  return [
    {
      text: `${spoken} can be set${value}: ${said.map(asSentence).join(" ")} ${citationPlaceholder}`,
      evidence: [linesOf(one, one.startLine)],
    },
  ];
}

function withDate({ text, evidence }: Statement, date: string): Statement {
  return { text: text.replace(` ${citationPlaceholder}`, ` (written ${date}) ${citationPlaceholder}`), evidence };
}
