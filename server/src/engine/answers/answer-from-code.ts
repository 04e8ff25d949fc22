import { openAnswerContext, type AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import {
  streamAnswer,
  type AnswerEvent,
  type Codebase,
  type Question,
} from "#server/engine/answer-context/answer-event.ts";
import { nothingToSay } from "#server/engine/answers/code/describe-absence.ts";
import { describeMissingEndpoints } from "#server/engine/answers/code/describe-missing-endpoints.ts";
import { describeMissingFacts } from "#server/engine/answers/code/describe-missing-facts.ts";
import { describeMatchedSettings, describeNamedSettings } from "#server/engine/answers/code/describe-settings.ts";
import { partBudget, fullBudget } from "#server/engine/answers/code/explain-code.ts";
import { explainComparison } from "#server/engine/answers/code/explain-comparison.ts";
import { explainDependents, explainPackageUsers } from "#server/engine/answers/code/explain-dependents.ts";
import { explainEndpoint, explainNamedEndpoints } from "#server/engine/answers/code/explain-endpoint.ts";
import { explainFile } from "#server/engine/answers/code/explain-file.ts";
import { explainFocus } from "#server/engine/answers/code/explain-focus.ts";
import { asksForJobFailure, explainJobFailure } from "#server/engine/answers/code/explain-job-failure.ts";
import { explainMessage } from "#server/engine/answers/code/explain-message.ts";
import { explainMigrations } from "#server/engine/answers/code/explain-migrations.ts";
import { explainOverview } from "#server/engine/answers/code/explain-overview.ts";
import { explainPackageDependents } from "#server/engine/answers/code/explain-package.ts";
import { wholeDoing } from "#server/engine/answers/code/explain-running.ts";
import { explainSecondHalf } from "#server/engine/answers/code/explain-second-half.ts";
import { explainSelection } from "#server/engine/answers/code/explain-selection.ts";
import { explainSettingsPlace } from "#server/engine/answers/code/explain-settings-place.ts";
import { explainStack } from "#server/engine/answers/code/explain-stack.ts";
import { explainStores } from "#server/engine/answers/code/explain-stores.ts";
import { listCommands } from "#server/engine/answers/code/list-commands.ts";
import { listEndpoints } from "#server/engine/answers/code/list-endpoints.ts";
import { listDependencies, listSchemas, listSettings } from "#server/engine/answers/code/list-facts.ts";
import { listTests } from "#server/engine/answers/code/list-tests.ts";
import { listTriggers } from "#server/engine/answers/code/list-triggers.ts";
import { locationsBlock, describesChange } from "#server/engine/answers/code/rank-files.ts";
import { listStores } from "#server/engine/answers/plain/list-stores.ts";
import { simplifyBlocks } from "#server/engine/answers/plain/simplify-blocks.ts";
import { tellLanguages } from "#server/engine/answers/plain/tell-languages.ts";
import { tellPlainly } from "#server/engine/answers/plain/tell-plainly.ts";
import { tellVersions } from "#server/engine/documents/tell-versions.ts";
import { correctTypo } from "#server/engine/intent/correct-typo.ts";
import { questionIn, interpretQuestion, type QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stem, stemsOf } from "#server/engine/intent/words.ts";
import { findNamedPlace, type NamedPath } from "#server/engine/retrieval/find-meant.ts";
import { findOwnPackage } from "#server/engine/retrieval/find-package.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { answerFromHistory, joinHistoryQuestion } from "./history/answer-from-history.ts";
import { lookUp, withFallback } from "./look-up.ts";
import { answerAboutProject } from "./project/answer-about-project.ts";
import { allTasks, taskReaders, type RelevantTasks } from "./tasks/citable-task.ts";
import { explainTasks } from "./tasks/explain-tasks.ts";
import { withoutRepeats } from "./without-repeats.ts";
import { createWriter } from "./write-blocks.ts";

export const builtInEngineName = "Built-in engine";

/**
 * Answers from the code index alone, without a language model: what the code's own symbols, comments, documents, tests
 * and history say about the question, after what tasks say that it names or asks for. Every statement rests on lines that
 * were looked up at the commit.
 */
export function answerFromCode(
  requested: Question,
  codebases: readonly Codebase[],
  signal: AbortSignal,
  tasks: RelevantTasks | null = null,
): AsyncGenerator<AnswerEvent> {
  const question = { ...requested, text: correctTypo(questionIn(tasks?.rest ?? requested.text)) };
  return streamAnswer(async (emit) => {
    const ofCode = openAnswerContext(codebases, { emit, signal, focus: question.focus });
    const readers = new Map([...ofCode.readers, ...taskReaders(tasks ? allTasks(tasks) : [])]);
    const context = { ...ofCode, readers };
    const writer = createWriter(context, emit);
    if (tasks) await writer.write(inWordsFor(question.lens, explainTasks(tasks)));
    if (tasks && tasks.rest === null)
      return emit({ type: "end", droppedCitations: writer.dropped(), uncitedStatements: 0 });
    const inLens = async (blocks: StatementBlock[], part?: QuestionPart) => {
      if (question.lens === "technical") return blocks;
      return part ? await tellPlainly(context, blocks, part) : await simplifyBlocks(context, blocks, async () => []);
    };
    if (!question.selection && describesChange(question.text))
      await writer.write(await inLens([locationsBlock(context, question.text)]));
    const told = new Set<string>();
    const earlier: StatementBlock[] = [];
    for (const part of planAnswer(question)) {
      signal.throwIfAborted();
      emit({ type: "thought", text: thoughtAbout(part) });
      const answered = await answerPart(context, { ...part, earlier: [...earlier] }, question);
      const blocks = withoutRepeats(await inLens(answered, part), told);
      earlier.push(...answered);
      // There is nothing to add about something whose name is nowhere; else one part may be there where another is not.
      const isNowhere = blocks[0]?.isNameless === true;
      await writer.write(
        part.heading === null || isNowhere
          ? blocks
          : [{ heading: null, statements: [{ text: `## ${part.heading}`, evidence: [] }] }, ...blocks],
      );
      if (isNowhere) break;
    }
    if (!writer.hasWritten()) await writer.write([nothingToSay]);
    emit({ type: "end", droppedCitations: writer.dropped(), uncitedStatements: 0 });
  });
}

/** People who read no code are shown what tasks say, and not where they land. */
function inWordsFor(lens: Question["lens"], blocks: readonly StatementBlock[]): readonly StatementBlock[] {
  if (lens === "technical") return blocks;
  return blocks.map(({ statements, ...block }) => ({
    ...block,
    statements: statements.filter(({ plain }) => plain !== ""),
  }));
}

interface PlannedPart extends QuestionPart {
  /** Set where a message holds several questions. */
  heading: string | null;
  /** It asks what happens when a job fails. */
  isOfJobFailure: boolean;
  /** It names nothing itself: its subject is the section it was asked from. */
  isAboutFocus: boolean;
  /** What the same message asked before it. */
  before: string;
  /** What was answered to that. */
  earlier?: readonly StatementBlock[];
}

/**
 * Letters of a part that its kind is told by: phrases have several gaps, whose time grows by a power of the length. Its names and
 * terms are those of the whole part.
 */
const longestPhrase = 400;

const focusWords = /\b(?:this|the) (?:page|document|part|section|diagram|chart|task)\b/gi;

/** The questions that a message holds. */
export function planAnswer(question: Question): PlannedPart[] {
  const requested = question.earlier.filter(({ role }) => role === "user").map(({ content }) => content);
  const subjects = question.focus ? [question.focus.title, ...requested] : requested;
  const message = describesChange(question.text) ? (question.text.trim().split("\n")[0] ?? "") : question.text;
  const text = question.focus ? message.replaceAll(focusWords, "this") : message;
  const parts = interpretQuestion(joinHistoryQuestion(text), subjects).map((part) => ({
    ...part,
    text: part.text.slice(0, longestPhrase).toWellFormed(),
  }));
  if (parts.length === 0) return [];
  return parts.map((part, at) => ({
    ...part,
    isOfJobFailure: asksForJobFailure(part.text, at > 0 && parts.slice(0, at).some(({ kind }) => kind === "jobs")),
    heading: parts.length > 1 ? capitalized(part.text) : null,
    before: parts
      .slice(0, at)
      .map((one) => one.text)
      .join(". ")
      .slice(-longestPhrase)
      .toWellFormed(),
    ...(parts.length === 1 ? { message: text } : {}),
    isAboutFocus: question.focus !== null && interpretQuestion(part.text).every(({ terms }) => terms.length === 0),
  }));
}

function thoughtAbout(part: QuestionPart): string {
  const subject = enumerate(
    [...part.names, ...part.terms.map(({ word }) => word)].slice(0, 6).map((word) => `“${word}”`),
  );
  const wanted: Record<QuestionPart["kind"], string> = {
    explain: "An explanation is wanted",
    where: "A place in the code is wanted",
    uses: "The places that use something are wanted",
    overview: "An overview of the code is wanted",
    run: "The way to run, build or test something is wanted",
    endpoints: "A list of HTTP calls is wanted",
    configuration: "A list of settings is wanted",
    data: "The shape of stored or exchanged data is wanted",
    dependencies: "The packages from outside are wanted",
    history: "The history of the code is wanted",
    tests: "The tests of something are wanted",
    compare: "Two things are to be told apart",
    message: "The meaning of a message is wanted",
    jobs: "What runs beside requests is wanted",
  };
  return subject === "" ? `${wanted[part.kind]}.` : `${wanted[part.kind]}; its subject is ${subject}.`;
}

/** What the code says to one question, before its evidence is looked up. */
export async function answerPart(
  context: AnswerContext,
  planned: PlannedPart,
  question: Question,
): Promise<StatementBlock[]> {
  const part = asAsked(context, planned);
  const budget = part.heading === null ? fullBudget : partBudget;
  // Topics are called by what happened: "order.created".
  const reported = part.kind === "jobs" ? null : await answerFromHistory(context, part, question);
  if (reported) return reported;
  if (question.selection) return explainSelection(context, part, question.selection);
  const focused = planned.isAboutFocus ? await explainFocus(context, part, question.focus?.evidence ?? []) : [];
  if (focused.length > 0) return focused;
  const failure = planned.isOfJobFailure ? await explainJobFailure(context) : [];
  if (failure.length > 0) return failure;
  const call = await explainNamedEndpoints(context, part);
  if (call.length > 0) return call;
  const isOfProject = question.lens === "technical" && part.names.length === 0;
  const told = isOfProject ? await answerAboutProject(context, planned) : [];
  if (told.length > 0 && part.kind !== "overview") return told;
  const half = question.lens === "technical" ? await explainSecondHalf(context, part, planned.earlier ?? []) : [];
  if (half.length > 0) return half;
  const named = await describeNamedSettings(context, part);
  if (named.length > 0) return named;
  const place = question.lens === "technical" ? await explainSettingsPlace(context, part) : [];
  if (place.length > 0) return place;
  const migrations = await explainMigrations(context, part);
  if (migrations.length > 0) return migrations;
  const languages = tellLanguages(context, part);
  if (languages.length > 0) return [{ heading: null, statements: languages }];
  const versions = await tellVersions(context, part);
  if (versions.length > 0) return [{ heading: null, statements: versions }];
  const kept = question.lens === "technical" ? await explainStores(context, part) : [];
  if (kept.length > 0) return kept;
  const stores = listStores(context, part);
  if (stores.length > 0) return stores;
  // "How do I set it up" is no question for a setting; "how do I set up mail" may be one.
  const isOfWhole = part.kind === "run" && wholeDoing(context, part) !== null;
  const set = isOfWhole ? [] : await describeMatchedSettings(context, part);
  if (set.length > 0) return set;
  if (part.kind === "overview") {
    const [opening, ...rest] = await explainOverview(context, part);
    return withFallback(context, part, [...(opening ? [opening] : []), ...told, ...rest]);
  }
  const location = aboutLocations.has(part.kind) ? findNamedPlace(context, part) : null;
  const own = part.kind === "uses" && (location === null || location.isFolder) ? findOwnPackage(context, part) : null;
  if (own) return explainPackageDependents(context, own);
  if (location && part.kind === "uses") return explainDependents(context, location);
  const packaged = part.kind === "uses" || asksIfUsed.test(part.text) ? await explainPackageUsers(context, part) : [];
  if (packaged.length > 0) return packaged;
  if (location && !location.isFolder && isAboutFile(part, location)) return explainFile(context, location);
  const listed = await answerWithList(context, part);
  if (listed.some(({ statements }) => statements.length > 0)) return listed;
  const absence = part.kind === "endpoints" ? await describeMissingEndpoints(context) : null;
  if (absence && part.terms.length === 0) return [absence];
  const missing = part.terms.length === 0 ? await describeMissingFacts(context, part) : [];
  if (missing.length > 0) return missing;
  const blocks = await lookUp(context, part, { budget, lens: question.lens });
  return absence ? [absence, ...blocks] : blocks;
}

/** A question without the product's own name; "how do I get the server and the pages running" asks how the whole is run. */
function asAsked(context: AnswerContext, planned: PlannedPart): PlannedPart {
  const own = { ...planned, terms: withoutOwnNames(context, planned.terms) };
  return asksToGetRunning.test(own.text) && wholeDoing(context, own) === "run" ? { ...own, kind: "run" } : own;
}

const asksToGetRunning = /\bhow (?:do|can|would|should) (?:i|we|you|one) get\b.*\b(?:running|up)\b/i;

/** "How does Shop send mail?", message about Shop, means how mail is sent. */
function withoutOwnNames({ codebases }: AnswerContext, terms: QuestionPart["terms"]): QuestionPart["terms"] {
  const names = new Set(codebases.map(({ name }) => stem(name.slice(name.lastIndexOf("/") + 1).toLowerCase())));
  const others = terms.filter((term) => !names.has(term.stem));
  return others.some(({ word }) => !isWeakWord(word)) ? others : terms;
}

/** "Does it use redis" may be answered by a manifest. */
const asksIfUsed =
  /^(?:and\s+)?(?:does|do|is|are)\b.*\b(?:uses?|using|depends? on|rel(?:y|ies) on|built (?:with|on))\b/i;

const aboutLocations = new Set<QuestionPart["kind"]>(["explain", "overview", "uses"]);

/** Whether the question is about a file as a whole, and not about something in it. */
function isAboutFile({ text, terms }: QuestionPart, { path }: NamedPath): boolean {
  const own = new Set(stemsOf(path));
  return (
    terms.filter(({ stem, word }) => !own.has(stem) && !isWeakWord(word)).length === 0 ||
    /^(?:please\s+)?explain\s+\S+$/i.test(text)
  );
}

/** Kinds that have an answer of their own; empty where they hold nothing about the subject. */
async function answerWithList(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (part.kind === "endpoints") {
    const one = await explainEndpoint(context, part);
    return one.length > 0 ? one : listEndpoints(context, part);
  }
  if (part.kind === "configuration") return listSettings(context, part);
  if (part.kind === "dependencies") {
    const stack = await explainStack(context, part);
    return stack.length > 0 ? stack : listDependencies(context, part);
  }
  if (part.kind === "compare") return explainComparison(context, part);
  if (part.kind === "message") return explainMessage(context, part);
  if (part.kind === "data") return listSchemas(context, part);
  if (part.kind === "jobs") return listTriggers(context, part);
  if (part.kind === "tests" && part.terms.length === 0) return listTests(context);
  if (part.kind === "run") return listCommands(context, part, await retrieve(context, part, ["docs"]));
  return [];
}
