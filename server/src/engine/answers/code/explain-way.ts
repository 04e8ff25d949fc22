import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { findSteps, type CodeStep } from "#server/engine/retrieval/find-steps.ts";
import { findTakers } from "#server/engine/retrieval/find-takers.ts";
import { asksForFlow, findTrigger, type WayStart } from "#server/engine/retrieval/find-trigger.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { codeStatement, evidenceOf, linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts"; // prettier-ignore
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { chooseSteps, stepStatement } from "./explain-flow.ts";
import { guardStatements, refusalsStatement } from "./explain-guards.ts";

const maxDepth = 3;
const maxSteps = 12;
const maxOfOne = 6;
const maxInner = 4;

/**
 * The way from the call that a question begins with to what is written, sent or put in line in the end, across what does the work, and on
 * to what takes that up by the clock. Empty for any other question, and where no call is named after what it begins with.
 */
export async function explainWay(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (!asksForFlow(part)) return [];
  const found = await findTrigger(context, part);
  if (found === null) return [];
  const { target: main } = found;
  const isOfBranch = await branchOf(context, found);
  const all = await stepsFrom(context, main, { terms: part.terms, depth: 0, seen: new Set([keyOf(main)]), isOfBranch });
  const told = all.slice(0, maxSteps);
  if (told.length < fewestSteps) return [];
  const lead: Statement = {
    text: `It begins in **${codeSpan(shownName(main.symbol))}** (${shownPath(context, main)}, line ${main.symbol.startLine}), which ${found.starts}.`,
    evidence: [...evidenceOf(main, null), linesOf({ codebase: main.codebase, path: found.path }, found.line)],
  };
  const numbered = told.map((step, at) => stepStatement(context, main, { step, at }));
  const refused = isOfBranch === null ? await refusalsStatement(context, main) : null;
  const quoted = isOfBranch === null ? await codeStatement(context, main, part.terms) : null;
  const statements = [
    lead,
    ...(await guardStatements(context, main)),
    { text: "From there, step by step:", evidence: [] },
    ...numbered,
    refused,
    quoted,
  ];
  return [
    { heading: null, statements: statements.filter((one) => one !== null) },
    ...(found.method === null ? [] : await takenUp(context, main, { part, steps: told })),
  ];
}

const fewestSteps = 2;
const maxTakers = 4;

/** A handler of several methods tells them apart by lines: whether a line is of the one that was asked; null where it answers one. */
async function branchOf(
  context: AnswerContext,
  { target, method: asked }: WayStart,
): Promise<((line: number) => boolean) | null> {
  const lines = await context.lines(target);
  const starts: { line: number; method: string }[] = [];
  for (let line = target.symbol.startLine; line <= target.symbol.endLine; line += 1) {
    const method = ofMethod.exec(lines[line - 1] ?? "")?.[1];
    if (method !== undefined) starts.push({ line, method });
  }
  const at = starts.findIndex(({ method }) => method === asked);
  const [first] = starts;
  if (first === undefined || at < 0 || starts.length < 2) return null;
  const from = starts[at]?.line ?? 0;
  const to = starts[at + 1]?.line ?? target.symbol.endLine + 1;
  return (line) => line < first.line || (line >= from && line < to);
}

const ofMethod = /(?:\.method\s*===?\s*|\bcase\s+|\bmethod\s*==\s*)["'](GET|POST|PUT|PATCH|DELETE)["']/;

/** What runs by the clock and asks for what was written, with the steps of the one that says most of the question. */
async function takenUp(
  context: AnswerContext,
  main: LocatedSymbol,
  { part, steps }: { part: QuestionPart; steps: readonly CodeStep[] },
): Promise<StatementBlock[]> {
  const stems = new Set(part.terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms, ...layWordsFor(stem, part.text).stems])); // prettier-ignore
  const takers = await findTakers(context, main, { steps, stems });
  const [first] = takers;
  if (first === undefined) return [];
  const named = takers.slice(0, maxTakers).map(({ target, path, line, schedule }): Statement => {
    const when = schedule === null || schedule.includes("{") ? "again and again" : codeSpan(schedule);
    const asks = { codebase: target.codebase, path };
    return {
      text: `- **${codeSpan(shownName(target.symbol))}** (${shownPath(context, target)}, line ${target.symbol.startLine}) runs ${when} and reads it (${shownPath(context, asks)}, line ${line})`,
      evidence: [linesOf(target, target.symbol.startLine), linesOf(asks, line)],
    };
  });
  const further = await stepsFrom(context, first.target, { terms: part.terms, depth: 1, seen: new Set([keyOf(first.target)]), isOfBranch: null }); // prettier-ignore
  const numbered = further.slice(0, maxSteps).map((step, at) => stepStatement(context, first.target, { step, at }));
  const lead = { text: "What was written is taken up by the clock, outside of this request:", evidence: [] };
  const on: Statement = { text: `In ${codeSpan(shownName(first.target.symbol))}, step by step:`, evidence: [] };
  return [{ heading: null, statements: [lead, ...named, ...(numbered.length > 0 ? [on, ...numbered] : [])] }];
}

interface StepSearch {
  terms: readonly QuestionTerm[];
  depth: number;
  seen: Set<string>;
  isOfBranch: ((line: number) => boolean) | null;
}

/** Each step, and below it those of what does its work where that leads to an effect. */
async function stepsFrom(
  context: AnswerContext,
  from: LocatedSymbol,
  { terms, depth, seen, isOfBranch }: StepSearch,
): Promise<CodeStep[]> {
  const all = await findSteps(context, from, terms);
  const within = isOfBranch === null ? all : all.filter(({ line }) => isOfBranch(line));
  const doing = within.filter(({ effect, callee }) => !asks.test(callee?.symbol.name ?? "") || (effect !== null && !looksUp.test(callee?.symbol.name ?? ""))); // prettier-ignore
  const own = chooseSteps(doing, depth === 0 ? maxOfOne : maxInner);
  const told: CodeStep[] = [];
  for (const step of own) {
    const { callee, effect } = step;
    if (callee !== null && seen.has(keyOf(callee))) continue;
    told.push(step);
    if (callee === null) continue;
    seen.add(keyOf(callee));
    if (admits.test(callee.symbol.name)) continue;
    if ((effect === null && step.relevance === 0) || depth >= maxDepth || told.length >= maxSteps) continue;
    const inner = await stepsFrom(context, callee, { terms, depth: depth + 1, seen, isOfBranch: null });
    // What it does in the end is told with it.
    told.push(...inner.filter((one) => one.callee !== null || one.line !== effect?.line || one.path !== effect.path));
    await context.yieldToEventLoop();
  }
  return told;
}

/** Who somebody is and whether they may is no way to go down. */
const admits = /^(?:verify|check|validate|auth\w*?|ensure|require|assert|can|is|has)(?![a-z])|[pP]ermission/;
const looksUp = /^(?:get|find|list|fetch|load)(?![a-z])/;
/** What only looks something up or writes it otherwise is no step on the way. */
const asks = /^(?:delay|sleep|wait|get|try_?get|is|has|to|as|format|parse|from|find_?by|current)(?![a-z])/;

function keyOf({ codebase, path, symbol }: LocatedSymbol): string {
  return `${codebase.repositoryId} ${path} ${symbol.startLine}`;
}
