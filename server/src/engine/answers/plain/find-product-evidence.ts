import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { matchSettings } from "#server/engine/retrieval/match-settings.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { findTestTitles } from "#server/engine/statements/test-titles.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";

import { findScreenTexts } from "./find-screen-texts.ts";
import { weighQuestion, type QuestionWeights } from "./question-weights.ts";
import { searchFiles } from "./search-files.ts";
import { isPlain, simplifyProse, spokenName } from "./simplify-text.ts";
import { tellDocuments } from "./tell-documents.ts";

export const setLead = "Whoever runs it can set this:";
export const settingsHeading = "What can be set";
const maxTitles = 2;
const maxSettings = 2;
/** A text that says less of the question is about something else. */
const leastShare = 0.55;

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
  const documents = await tellDocuments(context, part);
  const screens = await findScreenTexts(context, weights, leastShare);
  const { settings, isDoneBySetting } = await findSettingTexts(context, part, weights);
  // Titles of tests are in the words of those who wrote them: only where nothing else tells it.
  const isTold = documents.length + screens.length + settings.length + comments.length > 0;
  const titles = isTold ? [] : await findCheckedTitles(context, weights);
  const isSet = isDoneBySetting && documents.length === 0;
  const opening = isSet ? [{ text: setLead, evidence: [] }, ...settings] : comments;
  const blocks: StatementBlock[] = [
    { heading: null, statements: documents.length > 0 ? documents : opening },
    { heading: "What its screens say", statements: screens },
    { heading: settingsHeading, statements: isSet ? [] : settings },
    { heading: "What is checked automatically", statements: titles },
  ];
  const told = blocks.filter(({ statements }) => statements.length > 0);
  const [first, ...rest] = told;
  return first && first.heading !== null ? [undocumented(first), ...rest] : told;
}

/** An answer begins with a sentence. */
function undocumented({ heading, statements }: StatementBlock): StatementBlock {
  return { heading: null, statements: [{ text: `${heading}:`, evidence: [] }, ...statements] };
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
