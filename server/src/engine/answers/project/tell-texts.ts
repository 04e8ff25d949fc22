import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { citeCodeBefore, quoteParagraph, readParagraphs } from "#server/engine/statements/paragraphs.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, folderOf } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asksWhere =
  /\bwhere\b.*\b(?:texts?|translations?|labels|wording|strings)\b.*\b(?:live|kept|stored|are|come|lie|sit|found|shown)\b/i;
const asksToAdd =
  /\b(?:new|another|further|whole|add\w*)\b.*\blanguages?\b|\blanguages?\b.*\b(?:added|get in|gets in)\b|\btranslat\w+ (?:it|this|the (?:app|interface|ui))\b/i;
const localeFolder = /(?:^|\/)(?:locales?|i18n|lang|langs|languages?|translations?|l10n|messages)\//i;
const language = /^(?:[a-z]{2,3})(?:[-_](?:[A-Z][a-z]{3}|[A-Za-z]{2}|\d{3}))?$/;
const textFile = /\.(?:json|ya?ml|po|pot|php|properties|xlf|xliff|arb|resx|strings|toml|ts|js|ftl)$/i;
const configs =
  /(?:^|\/)(?:\.?crowdin\.ya?ml|next-i18next\.config\.\w+|i18n(?:ext)?\.config\.\w+|i18next-parser\.config\.\w+|lingui\.config\.\w+|\.weblate|\.tx\/config|\.lokalise\.\w+|localazy\.json)$/i;
const listsLanguages = /(?:^|[/._-])(?:i18n|i18next|locales?|languages?)[\w.-]*\.(?:js|ts|mjs|cjs|json|php|py|rb)$/i;
const fewestLanguages = 3;
const maxSets = 3;
const maxConfigs = 3;
const maxParagraphs = 8;

/** Where the texts of the interface are, and how a language is added. Nothing for other questions, and without translations. */
export async function tellTexts(
  context: AnswerContext,
  codebase: Codebase,
  { text, before }: ProjectQuestion,
): Promise<StatementBlock[]> {
  const where = asksWhere.test(text);
  // The places were told above already.
  const isTold = asksWhere.test(before);
  const adding = asksToAdd.test(text);
  if (!where && !adding) return [];
  const sets = mainSets(localeSets(codebase));
  if (sets.length === 0) return [];
  const named = sets.slice(0, maxSets).map((one) => setStatement(context, codebase, one));
  const configured = configStatements(context, codebase);
  const places = { heading: null, statements: [...named, ...configured] };
  if (!adding) return [places];
  const told = await guideStatements(context, codebase, sets);
  if (told.length === 0) return [places];
  return [{ heading: null, statements: told }, ...(isTold ? [] : [places])];
}

/** Parts that only bring a few of the languages are not where the product's texts live. */
function mainSets(sets: readonly LocaleSet[]): LocaleSet[] {
  const most = sets[0]?.languages.length ?? 0;
  return sets.filter(({ languages }) => languages.length > most / 3);
}

interface LocaleSet {
  folder: string;
  languages: string[];
  paths: string[];
}

/** Folders that hold the same texts by language, those with most languages first. */
function localeSets(codebase: Codebase): LocaleSet[] {
  const found = codebase.index.files().flatMap(({ path, kind }) => {
    if (kind === "test" || kind === "vendored" || kind === "docs" || !localeFolder.test(path) || !textFile.test(path))
      return [];
    const parts = path.split("/");
    // Of "locales/de/common.json" the language is a folder, of "messages.de_DE.xlf" a part of the name.
    const inFolder = parts.findIndex((part, at) => at > 0 && at < parts.length - 1 && isLanguage(part));
    if (inFolder > 0 && localeFolder.test(`${parts.slice(0, inFolder).join("/")}/`))
      return [{ folder: parts.slice(0, inFolder).join("/"), language: parts[inFolder] ?? "", path }];
    const own = (parts.at(-1) ?? "").split(".").slice(0, -1).findLast(isLanguage);
    return own === undefined ? [] : [{ folder: folderOf(path), language: own, path }];
  });
  return [...Map.groupBy(found, ({ folder }) => folder)]
    .map(([folder, own]) => ({
      folder,
      languages: [...new Set(own.map((one) => one.language))],
      paths: own.map(({ path }) => path),
    }))
    .filter(
      ({ languages }) =>
        languages.length >= fewestLanguages &&
        languages.some((one) => /^en\b|^en[-_]/.test(one) || languages.length > 5),
    )
    .toSorted((a, b) => b.languages.length - a.languages.length || b.paths.length - a.paths.length);
}

function isLanguage(part: string): boolean {
  return language.test(part) && !/^(?:app|src|lib|api|web|doc|js|ts|css|php|py|img|bin|lua|net|org|com)$/.test(part);
}

function setStatement(context: AnswerContext, codebase: Codebase, { folder, languages, paths }: LocaleSet): Statement {
  const example =
    paths.find((path) => /\/en(?:[-_][A-Z]{2})?[./]|[./]en(?:[-_][A-Z]{2})?\./.test(path)) ?? paths[0] ?? "";
  return {
    text: `The texts shown to people live in ${codeSpan(folder)}, ${count(languages.length, "language")}, such as ${shownPath(context, { codebase, path: example })}.`,
    evidence: [linesOf({ codebase, path: example }, 1)],
  };
}

/** What says which languages are offered, or where translations come from. */
function configStatements(context: AnswerContext, codebase: Codebase): Statement[] {
  return codebase.index
    .files()
    .filter(({ path, lines }) => configs.test(path) && lines > 0)
    .slice(0, maxConfigs)
    .map(({ path, lines }) => ({
      text: listsLanguages.test(path)
        ? `${shownPath(context, { codebase, path })} lists the languages that are offered.`
        : `${shownPath(context, { codebase, path })} says how translations are exchanged with the translators' platform.`,
      evidence: [linesOf({ codebase, path }, 1, Math.min(lines, 20))],
    }));
}

const ofTranslating = /\b(?:translat\w+|internationali[sz]ation|locali[sz]ation|i18n|languages?)\b/i;
const saysHow = /\b(?:new|add|adding|another|contribut\w+|help|start)\b/i;

/** The section of a document on translating that tells most of a new language. */
async function guideStatements(
  context: AnswerContext,
  codebase: Codebase,
  sets: readonly LocaleSet[],
): Promise<Statement[]> {
  const sections = codebase.index
    .files()
    .filter(({ path, kind }) => kind === "docs" && !isOther(path))
    .flatMap(({ path }) => (codebase.index.facts(path)?.sections ?? []).map((section) => ({ codebase, path, section })))
    .map((one) => ({ ...one, weight: guideWeight(one, sets) }))
    .filter(({ weight }) => weight >= 3)
    .toSorted((a, b) => b.weight - a.weight || a.path.length - b.path.length);
  const [best] = sections;
  if (best === undefined) return [];
  const paragraphs = (await readParagraphs(context, best, best.section)).slice(0, maxParagraphs);
  const statements = paragraphs.flatMap((paragraph) => quoteParagraph(best, paragraph));
  if (statements.length === 0) return [];
  const lead = { text: `${shownPath(context, best)} says under “${cleanProse(best.section.heading)}”:`, evidence: [] };
  return citeCodeBefore([lead, ...statements]);
}

function guideWeight(
  { path, section }: { path: string; section: { heading: string; text: string } },
  sets: readonly LocaleSet[],
): number {
  const { heading, text } = section;
  const isNamed = ofTranslating.test(heading) || ofTranslating.test(path.replaceAll(/[/_.-]/g, " "));
  if (!isNamed || !/\blanguages?\b/i.test(`${heading} ${text}`)) return 0;
  return (
    1 +
    (ofTranslating.test(heading) ? 1 : 0) +
    (/\b(?:new|add\w*)\b[^.]{0,30}\blanguages?\b/i.test(heading) ? 3 : 0) +
    (/\b(?:new|add\w*)\b[^.]{0,30}\blanguages?\b/i.test(text) ? 2 : 0) +
    (saysHow.test(text) ? 0.5 : 0) +
    (sets.some(({ folder }) => text.includes(folder)) ? 1 : 0)
  );
}

/** What changed once, and documents in other languages. */
function isOther(path: string): boolean {
  return (
    /(?:^|[/_.-])(?:change[-_]?logs?|changes|history|releases?|news|blog)(?:[/_.-]|$)/i.test(path) ||
    /(?:^|\/)(?!en(?:\/|$))[a-z]{2}(?:[-_][A-Za-z]{2})?\//.test(path.replace(/^(?:ui|js|py|go)\//, "")) ||
    /[._-](?!en\b)[a-z]{2}(?:[-_][A-Za-z]{2})?\.mdx?$/.test(path)
  );
}
