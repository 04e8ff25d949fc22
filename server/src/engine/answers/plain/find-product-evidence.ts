import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { dateOfPage, isDatedPage } from "#server/engine/retrieval/dated-pages.ts";
import { gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { matchSettings } from "#server/engine/retrieval/match-settings.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { findTestTitles } from "#server/engine/statements/test-titles.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";

import { findScreenTexts } from "./find-screen-texts.ts";
import { nearSentences } from "./near-sentences.ts";
import { weighQuestion, type QuestionWeights } from "./question-weights.ts";
import { forPrograms, retrieveDocuments } from "./retrieve-documents.ts";
import { searchFiles } from "./search-files.ts";
import { isPlain, simplifyProse, simplifyText, spokenName } from "./simplify-text.ts";

/** By so much a sentence of another section has to come nearer. */
const clearly = 0.1;
const maxTitles = 2;
const maxSettings = 2;
/** Sections of documents of which the one is told that says most of the question. */
const maxSections = 6;
/** A text that says less of the question is about something else. */
const leastShare = 0.55;
/** A title says what it is about with less doubt than a sentence. */
const headingWorth = 0.5;

/**
 * What documents, texts of the interface, settings and tests say of a question, in words that need no code and each with
 * its lines; before them what comments of the code tell, where no document does. Empty where nothing says anything of it.
 */
export async function findProductEvidence(
  context: AnswerContext,
  part: QuestionPart,
  comments: readonly Statement[] = [],
): Promise<StatementBlock[]> {
  const weights = weighQuestion(context, part);
  if (weights.terms.length === 0) return [];
  const quoted = await quoteDocuments(context, part, weights);
  const nearest = (await nearSentences(context, part, weights)).toSorted((a, b) => b.worth - a.worth)[0];
  const said = quoted.map(({ text }) => text).join(" ");
  const isNearer = nearest !== undefined && weights.nearIn(nearest.statement.text) > weights.nearIn(said) + clearly;
  const documents = quoted.length > 0 && isNearer ? [nearest.statement] : quoted;
  const screens = await findScreenTexts(context, weights, leastShare);
  const { settings, isDoneBySetting } = await findSettingTexts(context, part, weights);
  // Titles of tests are in the words of those who wrote them: only where nothing else tells it.
  const isTold = documents.length + screens.length + settings.length + comments.length > 0;
  const titles = isTold ? [] : await findCheckedTitles(context, weights);
  const isSet = isDoneBySetting && documents.length === 0;
  const opening = isSet ? [{ text: "Whoever runs it can set this:", evidence: [] }, ...settings] : comments;
  const blocks: StatementBlock[] = [
    { heading: null, statements: documents.length > 0 ? documents : opening },
    { heading: "What its screens say", statements: screens },
    { heading: "What can be set", statements: isSet ? [] : settings },
    { heading: "What is checked automatically", statements: titles },
  ];
  const told = blocks.filter(({ statements }) => statements.length > 0);
  const [first, ...rest] = told;
  return first && first.heading !== null ? [undocumented(first), ...rest] : told;
}

/** An answer begins with a sentence. */
function undocumented({ heading, statements }: StatementBlock): StatementBlock {
  return { heading: null, statements: [{ text: `No document tells this. ${heading}:`, evidence: [] }, ...statements] };
}

/** The title of a page alone, as of a link, tells nothing. */
function isTitleAlone(text: string): boolean {
  return text.split(/\s+/).length < 6 && !/[.!?:]$/.test(text.trim());
}

/** Sentences of the section that says most of the question. */
async function quoteDocuments(
  context: AnswerContext,
  part: QuestionPart,
  weights: QuestionWeights,
): Promise<Statement[]> {
  const retrieval = await retrieveDocuments(context, part);
  // Names that the question itself writes so are names of products, and no code.
  const names = part.text.match(/\b[A-Z][a-z]+[A-Z]\w*/g) ?? [];
  const spoken = (text: string) =>
    names.reduce((all, name) => all.replaceAll(name, capitalized(name.toLowerCase())), text);
  const written = (text: string) =>
    names.reduce((all, name) => all.replaceAll(capitalized(name.toLowerCase()), name), text);
  let best: { worth: number; statements: Statement[] } = { worth: 0, statements: [] };
  for (const passage of retrieval.passages.slice(0, maxSections)) {
    if (passage.content.type !== "prose" || forPrograms.test(passage.path)) continue;
    const { statements } = await proseBlock(context, part, { ...retrieval, passages: [passage] }, 1);
    const plain = statements.flatMap(({ text, evidence }) => {
      const sentences = evidence.length > 0 && !text.includes("```") ? simplifyText(spoken(text)) : null;
      return sentences === null || isTitleAlone(sentences.join(" "))
        ? []
        : [{ text: `${written(sentences.join(" "))} ${citationPlaceholder}`, evidence }];
    });
    const said = plain.map(({ text }) => text).join(" ");
    const inTitle = weights.shareIn(passage.content.prose.heading);
    const share = Math.max(
      weights.shareIn(said),
      weights.shareIn(`${passage.content.prose.heading} ${said}`) - (1 - inTitle) * (1 - headingWorth) * 0.2,
    );
    const { heading } = passage.content.prose;
    const isAbout = weights.saysRarest(`${heading} ${said}`) && weights.saysTogether(`${heading}. ${said}`);
    const worth = share * (isDatedPage(passage.path) ? datedWorth : 1);
    if (plain.length === 0 || share <= leastShare || !isAbout || worth <= best.worth) continue;
    const date = dateOfPage(passage.path, heading, await context.lines(passage));
    const telling = tellingFirst(plain, weights);
    best = { worth, statements: date === null ? telling : telling.map((one) => withDate(one, date)) };
  }
  return best.statements;
}

/** Of items of a list those that say as much as the best one, and those nearly so. */
function tellingFirst(statements: readonly Statement[], { nearIn }: QuestionWeights): Statement[] {
  const judged = statements.map((one) => ({ one, worth: nearIn(one.text) }));
  const most = Math.max(...judged.map(({ worth }) => worth));
  const isList =
    statements.length > 1 && statements.every(({ evidence: [first] }) => first?.startLine === first?.endLine);
  return isList ? judged.filter(({ worth }) => worth >= most * nearlyAsTelling).map(({ one }) => one) : [...statements];
}

const nearlyAsTelling = 0.75;

/** A post says how it was on a day, which the reader should know. */
const datedWorth = 0.65;

function withDate({ text, evidence }: Statement, date: string): Statement {
  return { text: text.replace(` ${citationPlaceholder}`, ` (written ${date}) ${citationPlaceholder}`), evidence };
}

/** Of languages whose tests are named by a function's name, and not by a sentence. */
const namedByFunction = /\.(?:go|java|kt|cs|rs|php)$/;

async function findCheckedTitles(context: AnswerContext, { terms, shareIn }: QuestionWeights): Promise<Statement[]> {
  const files = searchFiles(context, terms, ["test"]).filter(({ path }) => !namedByFunction.test(path));
  const titles = await findTestTitles(context, { files, terms, limit: maxTitles * 4 });
  return titles
    .filter(({ title }) => shareIn(title) >= leastShare && isPlain(title))
    .slice(0, maxTitles)
    .map((one) => ({
      text: `- ${capitalized(one.title)} ${citationPlaceholder}`,
      evidence: [linesOf(one, one.line)],
    }));
}

interface SettingTexts {
  settings: Statement[];
  /** Whether the first is what is done by what is asked for, such as "restrict" or "turn off". */
  isDoneBySetting: boolean;
}

/** Settings that are called after what is asked and say most of it, before them those by which it is done. */
async function findSettingTexts(
  context: AnswerContext,
  part: QuestionPart,
  { shareIn, saysRarest }: QuestionWeights,
): Promise<SettingTexts> {
  const { settings: matching, isSure } = await matchSettings(context, part);
  const matched = (isSure ? matching : []).flatMap((one) => settingText(one, part.names) ?? []);
  const named = (await gatherSettings(context, part.text)).flatMap((one) => {
    const text = `${one.fact.name} ${one.fact.said}`;
    const share = shareIn(text);
    return share < leastShare || shareIn(one.fact.name) === 0 || !saysRarest(text) ? [] : [{ one, share }];
  });
  const ranked = named.toSorted((a, b) => b.share - a.share).flatMap(({ one }) => settingText(one, part.names) ?? []);
  const once = new Map([...matched, ...ranked].map((one) => [one.text, one]));
  return { settings: [...once.values()].slice(0, maxSettings), isDoneBySetting: matched.length > 0 };
}

/** Null where nothing in words of people is said of it. */
export function settingText(one: SettingFact, asked: readonly string[] = []): Statement | null {
  const { name, comment, defaultValue, documentedAt, line } = one.fact;
  const says = comment === null ? null : simplifyProse(cleanProse(comment), maxSettingSentences);
  if (says === null) return null;
  const value =
    defaultValue !== null && /^[\w .%-]{1,30}$/.test(defaultValue) ? ` (${defaultValue} unless changed)` : "";
  const spoken = capitalized(spokenName(name.replace(/^--?/, "")).trim());
  const told = documentedAt ?? { path: one.path, startLine: line, endLine: line };
  return {
    text: `- “${spoken}”${asked.includes(name) ? "" : ` (${name})`} can be set${value}: ${says.join(" ")} ${citationPlaceholder}`,
    evidence: [linesOf({ ...one, path: told.path }, told.startLine, told.endLine)],
  };
}

const maxSettingSentences = 2;
