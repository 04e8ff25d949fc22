import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { withAllWords, type QuestionPart, type QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stem, stemsOf } from "#server/engine/intent/words.ts";
import { bareName, gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { gatherFacts, type FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { matchListedSettings } from "#server/engine/retrieval/match-listed-settings.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

import { describeSettings, settingEvidence } from "./describe-settings.ts";
import { inNamedFolder } from "./in-named-folder.ts";

const maxRows = 40;

/** Settings the code reads, with default and meaning. */
export async function listSettings(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const retrieval = await retrieve(context, withAllWords(part), ["docs"]);
  const reported = await proseBlock(context, withAllWords(part), retrieval, 1);
  const listed = await settingsTable(context, part);
  if (part.terms.length > 0 && listed.length === 0) return [];
  const isListing = /^(?:which|what|list|show)\b/i.test(part.text) || asksForOne.test(part.text);
  if (isListing) return listed;
  if (reported.statements.length === 0) return listed;
  return [{ ...reported, heading: null }, ...listed];
}

async function settingsTable(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const all = inNamedFolder(await gatherSettings(context, part.text), part.text);
  const terms = part.terms.filter(({ word }) => !isWholeCode(context, word));
  const narrowed = narrow(
    all,
    { ...part, terms },
    ({ fact, path }) => `${fact.name} ${piecesIn(fact.name, part.terms)} ${fact.said} ${path}`,
  );
  const isListing = asksForSeveral.test(part.text) && !asksForOne.test(part.text);
  const matched = isListing ? await matchListedSettings(context, { ...part, terms }) : [];
  const near = isListing ? sayingMost(narrowed, terms) : narrowed;
  const chosen = matched.length > 0 ? matched : withSamePrefix(part, all, near);
  const [best, ...others] = asksForOne.test(part.text) && part.terms.length > 0 ? chosen : [];
  const reported = best ? await describeSettings(context, best) : [];
  if (best && others.length === 0) return reported;
  const listed = best ? others.slice(0, maxOthers) : chosen.slice(0, maxRows);
  const hasExamples = listed.some(({ fact }) => fact.example !== null);
  const rows = listed.map((one): Statement => {
    const { name, defaultValue, example, isRequired, comment } = one.fact;
    const meaning = cutText(cleanProse(comment ?? ""), 140);
    const cells = [
      codeSpan(name),
      defaultValue === null ? (isRequired ? "must be given" : "") : codeSpan(defaultValue),
      ...(hasExamples ? [example === null ? "" : codeSpan(example)] : []),
      meaning,
      shownPath(context, one),
    ];
    return { text: row(cells), evidence: settingEvidence(one) };
  });
  const columns = ["Setting", "Default", ...(hasExamples ? ["Example"] : []), "Meaning", "Where"];
  if (best) return [...reported, ...table("These settings are near to it:", columns, rows, rows.length)];
  return table("The code reads these settings:", columns, rows, chosen.length);
}

/** Of what is asked for by more than one word, a word of any question is not enough. */
function sayingMost(settings: readonly SettingFact[], terms: readonly QuestionTerm[]): readonly SettingFact[] {
  const strong = terms.filter(({ word, isPhrase }) => !isWeakWord(word) && !isPhrase);
  if (strong.length === 0) return settings;
  return settings.filter(({ fact }) => {
    const said = new Set(stemsOf(`${fact.name} ${piecesIn(fact.name, strong)} ${fact.said}`));
    const met = strong.filter(({ stem: root, synonyms }) => said.has(root) || synonyms.some((one) => said.has(one)));
    return strong.length < 2 ? met.length > 0 : met.length > strong.length / 2;
  });
}

/** Of settings whose prefix the question says, "S3_…" of S3, all are meant, also those that say nothing else of it. */
function withSamePrefix(
  { text }: QuestionPart,
  all: readonly SettingFact[],
  chosen: readonly SettingFact[],
): readonly SettingFact[] {
  const asked = new Set(text.toLowerCase().match(/[a-z\d]+/g));
  const prefixes = new Set(chosen.map(({ fact }) => prefixOf(fact.name)).filter((prefix) => asked.has(prefix)));
  const others = all.filter((one) => prefixes.has(prefixOf(one.fact.name)) && !chosen.includes(one));
  return others.length > maxOfPrefix ? chosen : [...chosen, ...others];
}

const maxOfPrefix = 24;

function prefixOf(name: string): string {
  return (/^([A-Za-z][A-Za-z\d]*)[_.:]/.exec(name)?.[1] ?? "").toLowerCase();
}

/** Wanted words within a name that is written in one: "max" and "memory" of "maxmemory". */
function piecesIn(name: string, terms: readonly QuestionTerm[]): string {
  const bare = bareName(name);
  const wanted = terms.flatMap(({ stem, synonyms, isPhrase }) => (isPhrase ? [stem, ...synonyms] : [stem]));
  return wanted.filter((root) => root.length >= shortestPiece && bare.includes(root)).join(" ");
}

const shortestPiece = 3;

/** "Is there a flag for it", "which option limits it", "what is the default of it". */
const asksForOne =
  /\b(?:is|are) there (?:an?|any|some)\b|\b(?:which|what|the|an?)\s+(?:[\w-]+\s+){0,2}?(?:flag|option|setting|switch|parameter|variable)\b|\bdefaults?\b/i;
const asksForSeveral =
  /^(?:and )?(?:which|what|list|show)\b.*\b(?:settings|options|variables|flags|parameters|switches)\b/i;
const maxOthers = 6;

/** Words that name the whole and narrow nothing: "the service", or the repository's own name. */
function isWholeCode(context: AnswerContext, word: string): boolean {
  return (
    /^(?:service|server|api|backend|frontend|library|framework|tool|system)$/.test(word) ||
    context.codebases.some(({ name }) => stemsOf(name).includes(stem(word)))
  );
}

/** Tables, models and message shapes with their fields. */
export async function listSchemas(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const all = await context.lookUp("list_schemas", part.text, () => gatherFacts(context, (facts) => facts.schemas));
  const rank = { table: 0, model: 1, validation: 2, message: 3, type: 4 };
  const chosen = narrow(
    inNamedFolder(all, part.text).toSorted((a, b) => rank[a.fact.kind] - rank[b.fact.kind]),
    part,
    ({ fact, path }) => `${fact.name} ${fact.fields.map(({ name }) => name).join(" ")} ${path}`,
  );
  if (chosen.length > 3) {
    const rows = chosen.slice(0, maxRows).map((one): Statement => {
      const fields = one.fact.fields.map(({ name }) => name).join(", ");
      const cells = [codeSpan(one.fact.name), one.fact.kind, cutText(fields, 160), shownPath(context, one)];
      return { text: row(cells), evidence: [linesOf(one, one.fact.startLine, one.fact.endLine)] };
    });
    return table("These data shapes are declared:", ["Name", "Kind", "Fields", "Where"], rows, chosen.length);
  }
  return chosen.map((one) => ({ heading: null, statements: schemaStatements(context, one) }));
}

function schemaStatements(context: AnswerContext, one: FileFact<FileFacts["schemas"][number]>): Statement[] {
  const { name, kind, fields, references, startLine, endLine } = one.fact;
  const refers = references.length === 0 ? "" : `; refers to ${enumerate(references.map((one) => codeSpan(one)))}`;
  const lead = `**${codeSpan(name)}** is a ${kind} with ${count(fields.length, "field")} in ${shownPath(context, one)}${refers}`;
  return [
    { text: lead, evidence: [linesOf(one, startLine, endLine)] },
    ...fields.slice(0, maxRows).map((field) => ({
      text: `- ${codeSpan(field.name)}${field.type === "" ? "" : `: ${codeSpan(field.type)}`}`,
      evidence: [linesOf({ ...one, path: field.path ?? one.path }, field.line)],
    })),
  ];
}

/** Packages from outside, as the manifests name them. */
export async function listDependencies(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const manifests = await context.lookUp("list_dependencies", part.text, () =>
    gatherFacts(context, (facts) => (facts.manifest ? [facts.manifest] : [])),
  );
  return manifests.flatMap((one): StatementBlock[] => {
    const dependencies = narrow(
      one.fact.dependencies.map((fact) => ({ ...one, fact })),
      part,
      ({ fact }) => fact.name,
    );
    const usedBy = new Map(one.codebase.index.externalImports().map((found) => [found.name, found.files.length]));
    const rows = dependencies.slice(0, maxRows).map(({ fact }): Statement => {
      const count = usedBy.get(fact.name);
      const cells = [
        codeSpan(fact.name),
        codeSpan(fact.version || "any"),
        fact.isDev ? "development" : "run time",
        count === undefined ? "" : String(count),
      ];
      return { text: row(cells), evidence: [linesOf(one, fact.line)] };
    });
    const title = `${shownPath(context, one)} (${one.fact.ecosystem}) names:`;
    return table(title, ["Package", "Version", "For", "Files that import it"], rows, dependencies.length);
  });
}

/** Those that match most of the question, best first; all of them when the question names no subject. */
export function narrow<T>(all: readonly T[], { terms, text }: QuestionPart, textOf: (one: T) => string): T[] {
  if (terms.length === 0) return [...all];
  const read = all.map((one) => ({ one, text: textOf(one), stems: stemsOf(textOf(one)) }));
  // A question for several describes what they have in common, so some words may be missing; a question for one means
  // each word.
  const isListing =
    /\b(?:which|what|list|show|all)\b.*\b(?:endpoints|routes|apis|urls|calls|settings|options|variables|flags|parameters|tables|models|packages|libraries|dependencies)\b/i.test(
      text,
    );
  const matches = ({ stem, synonyms }: QuestionTerm, stems: readonly string[]) =>
    stems.includes(stem) ? 1 : synonyms.some((root) => stems.includes(root)) ? synonymWeight : 0;
  const weighed = terms.map((term) => {
    const held = read.filter(({ stems }) => matches(term, stems) > 0).length;
    const importance = (term.relevance ?? 1) * (isWeakWord(term.word) ? weakWeight : 1);
    return {
      term,
      weight: importance * (held === 0 && isListing ? absentWeight : Math.log(1 + all.length / Math.max(1, held))),
    };
  });
  const whole = weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const scored = read.map(({ one, stems, text: own }) => ({
    one,
    score: weighed.reduce((sum, { term, weight }) => sum + weight * matches(term, stems), 0),
    length: own.length,
  }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best < whole * enoughMet) return [];
  return scored
    .filter(({ score }) => score >= best * nearBest)
    .sort((a, b) => b.score - a.score || a.length - b.length)
    .map(({ one }) => one);
}

const synonymWeight = 0.6;
const weakWeight = 0.3;
const absentWeight = 0.3;
/** Facts that match less of the question are about something else. */
const enoughMet = 0.45;
const nearBest = 0.8;

/** One row of a table; prose has its pipes escaped already. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, "\\|").replaceAll(/\s+/g, " ")).join(" | ")} |`;
}

/** A table whose head leads over to its rows; no block where there are none. */
export function table(
  title: string,
  columns: readonly string[],
  rows: readonly Statement[],
  total: number,
): StatementBlock[] {
  if (rows.length === 0) return [];
  const head = `| ${columns.join(" | ")} |\n| ${columns.map(() => "---").join(" | ")} |`;
  const announced = total > rows.length ? title.replace(/:?$/, ` (${rows.length} of ${total}):`) : title;
  return [{ heading: null, statements: [{ text: `${announced}\n\n${head}`, evidence: [] }, ...rows] }];
}
