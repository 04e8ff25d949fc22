import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { findErrors } from "#server/engine/retrieval/find-errors.ts";
import { endpointsServedBy } from "#server/engine/retrieval/find-guards.ts";
import { findSteps, type CodeStep } from "#server/engine/retrieval/find-steps.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import type { LocatedSymbol, Use } from "#server/engine/retrieval/relations.ts";
import { linesOf, shownName, shownPath } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

const maxSteps = 6;
/** With fewer steps of its own, a declaration hands the work to one whose steps are told too. */
const enoughSteps = 3;
const maxInnerSteps = 3;
const lineLength = 100;
const docLength = 110;

/** What a declaration does in the order of its lines, down to what is written, sent or called in the end. */
export interface CodeFlow {
  /** Numbered. */
  statements: Statement[];
  called: LocatedSymbol[];
}

/** The steps of a declaration that say something of the question or lead to an effect, with those of what does its work. */
export async function explainFlow(
  context: AnswerContext,
  main: LocatedSymbol,
  terms: readonly QuestionTerm[],
): Promise<CodeFlow> {
  const own = chooseSteps(await findSteps(context, main, terms), maxSteps);
  const steps: CodeStep[] = [];
  for (const step of own) {
    steps.push(step);
    const isHandedOn = own.length < enoughSteps && step.callee !== null && doesWork(step.callee);
    if (!isHandedOn || step.callee === null) continue;
    const inner = (await findSteps(context, step.callee, terms)).filter(
      ({ callee }) => callee === null || own.every((one) => one.callee?.symbol !== callee.symbol),
    );
    steps.push(...chooseSteps(inner, maxInnerSteps));
  }
  const told = steps.slice(0, maxSteps);
  return {
    statements: told.map((step, at) => stepStatement(context, main, { step, at })),
    called: told.flatMap(({ callee }) => callee ?? []),
  };
}

/** In the order of their lines, those that matter most. */
export function chooseSteps(steps: readonly CodeStep[], limit: number): CodeStep[] {
  const weigh = ({ effect, relevance, callee }: CodeStep) =>
    (effect === null ? 0 : 2) + Math.min(2, relevance) + (callee !== null && callee.symbol.doc !== null ? 0.5 : 0);
  // Of a short one all steps are told.
  const telling = steps.length <= limit ? steps : steps.filter((step) => weigh(step) >= 1);
  const once = [...new Map(telling.toReversed().map((step) => [step.line, step])).values()].toReversed();
  const chosen = once.toSorted((a, b) => weigh(b) - weigh(a) || a.line - b.line).slice(0, limit);
  return chosen.toSorted((a, b) => a.line - b.line);
}

function doesWork({ symbol }: LocatedSymbol): boolean {
  return (symbol.kind === "function" || symbol.kind === "method") && symbol.endLine - symbol.startLine > 2;
}

export function stepStatement(
  context: AnswerContext,
  main: LocatedSymbol,
  { step, at }: { step: CodeStep; at: number },
): Statement {
  const { callee, effect, line, text } = step;
  const where = step.path === main.path ? `line ${line}` : `${shownPath(context, step)}, line ${line}`;
  const first = linesOf(step, line);
  if (callee === null)
    return {
      text: `${at + 1}. ${where} ${effect?.verb ?? "goes on"}: ${codeSpan(text, lineLength)}`,
      evidence: [first],
    };
  const doc = summarizeBriefly(callee.symbol.doc, docLength);
  const named = `${codeSpan(shownName(callee.symbol))} (${shownPath(context, callee)}, line ${callee.symbol.startLine})`;
  const isElsewhere = effect !== null && (effect.path !== step.path || effect.line !== line);
  const ends =
    effect === null ? "" : `, which ${effect.verb}${isElsewhere ? `: ${codeSpan(effect.text, lineLength)}` : ""}`;
  const said = doc === null ? ends : ` — ${doc.text}`;
  const evidence = [first, linesOf(callee, callee.symbol.startLine)];
  if (isElsewhere && doc === null) evidence.push(linesOf(effect, effect.line));
  return { text: `${at + 1}. ${where} calls ${named}${said}`, evidence };
}

const maxErrors = 3;

/** What a declaration refuses, in the words of its errors; null where it says none. */
export async function errorsStatement(context: AnswerContext, main: LocatedSymbol): Promise<Statement | null> {
  const errors = await findErrors(context, main);
  if (errors.length === 0) return null;
  const told = errors.slice(0, maxErrors);
  const named = told.map(({ line, message }) => `${codeSpan(message, lineLength)} (line ${line})`);
  const others = errors.length > told.length ? `, and ${count(errors.length - told.length, "other error")}` : "";
  return {
    text: `It may stop with ${enumerate(named)}${others}.`,
    evidence: told.map(({ line }) => linesOf(main, line)),
  };
}

/** What starts a declaration: a request, a schedule, a message or job; else who calls it. Null where nothing is known. */
export async function findStart(
  context: AnswerContext,
  main: LocatedSymbol,
  callers: readonly Use[],
): Promise<{ text: string; evidence: Statement["evidence"] } | null> {
  const { codebase, symbol } = main;
  const [endpoint] = await endpointsServedBy(context, main);
  if (endpoint) return { text: `answers ${callOf(endpoint)}`, evidence: [linesOf(endpoint, endpoint.fact.startLine)] };
  const trigger = codebase.index.triggers().find((one) => one.certainty === "resolved" && isStartedBy(one, main));
  if (trigger)
    return { text: startOf(trigger), evidence: [linesOf({ codebase, path: trigger.path }, trigger.startLine)] };
  const isTelling = stemsOf(symbol.name).length > 1 || symbol.name.length >= longName;
  const calls = callers.filter(({ within, isTest, isCall }) => isTelling && within !== null && !isTest && isCall);
  const [caller] = calls;
  if (!caller?.within) return null;
  // Of many the first is told, and that it is one of them.
  const told = calls.length <= maxCalls ? calls : [caller];
  const byCaller = [...Map.groupBy(told, ({ within, path }) => `${path} ${within ? shownName(within) : ""}`).values()];
  const named: string[] = [];
  const evidence = told.map((one) => linesOf(one, one.line));
  for (const calls of byCaller) {
    const [first] = calls;
    if (!first?.within) continue;
    const lines = `${calls.length > 1 ? "lines" : "line"} ${enumerate(calls.map(({ line }) => String(line)))}`;
    const [served] = await endpointsServedBy(context, { ...first, symbol: first.within });
    if (served) evidence.push(linesOf(served, served.fact.startLine));
    const answers = served ? `, which answers ${callOf(served)}` : "";
    named.push(`${codeSpan(shownName(first.within))} (${shownPath(context, first)}, ${lines})${answers}`);
  }
  const others = told.length < calls.length ? `; that is 1 of ${count(calls.length, "place")} that call it` : "";
  return { text: `is called by ${enumerate(named)}${others}`, evidence };
}

function callOf({ fact }: FileFact<IndexedEndpoint>): string {
  return codeSpan(`${fact.method} ${fact.path}`);
}

const maxCalls = 3;

/** Shorter names of one word are those of many things. */
const longName = 10;

function isStartedBy({ path, handler, handlerPath, startLine, endLine }: IndexedTrigger, main: LocatedSymbol): boolean {
  const { symbol } = main;
  if ((handlerPath ?? path) !== main.path) return false;
  const isNamed = handler !== null && [symbol.name, symbol.parent].includes(lastOf(handler));
  return isNamed || (startLine >= symbol.startLine && endLine <= symbol.endLine);
}

function lastOf(name: string): string {
  return name.split(/[.#]|::/).at(-1) ?? name;
}

function startOf({ kind, name, schedule, topic }: IndexedTrigger): string {
  if (kind === "schedule") return `runs by schedule${schedule === null ? "" : ` (${codeSpan(schedule)})`}`;
  if (kind === "command") return `is the command ${codeSpan(name)}`;
  return topic === null ? `runs as the job ${codeSpan(name)}` : `is started by ${codeSpan(topic)}`;
}
