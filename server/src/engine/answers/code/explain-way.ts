import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { findSteps, type CodeStep } from "#server/engine/retrieval/find-steps.ts";
import { asksForFlow, findTrigger } from "#server/engine/retrieval/find-trigger.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { codeStatement, evidenceOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts"; // prettier-ignore
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { chooseSteps, findStart, stepStatement } from "./explain-flow.ts";
import { guardStatements, refusalsStatement } from "./explain-guards.ts";

const maxDepth = 3;
const maxSteps = 12;
const maxOfOne = 6;
const maxInner = 4;

/**
 * The way from the call that a question begins with to what is written, sent or put in line in the end, across what does the work. Empty for
 * any other question, and where no call is named after what it begins with.
 */
export async function explainWay(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (!asksForFlow(part)) return [];
  const main = await findTrigger(context, part);
  if (main === null) return [];
  const steps = await stepsFrom(context, main, { terms: part.terms, depth: 0, seen: new Set([keyOf(main)]) });
  const told = steps.slice(0, maxSteps);
  if (told.length < fewestSteps) return [];
  const start = await findStart(context, main, []);
  const lead: Statement = {
    text: `It begins in **${codeSpan(shownName(main.symbol))}** (${shownPath(context, main)}, line ${main.symbol.startLine})${start === null ? "" : `, which ${start.text}`}.`,
    evidence: [...evidenceOf(main, null), ...(start?.evidence ?? [])],
  };
  const numbered = told.map((step, at) => stepStatement(context, main, { step, at }));
  const refused = await refusalsStatement(context, main);
  const quoted = await codeStatement(context, main, part.terms);
  const statements = [
    lead,
    ...(await guardStatements(context, main)),
    { text: "From there, step by step:", evidence: [] },
    ...numbered,
    refused,
    quoted,
  ];
  return [{ heading: null, statements: statements.filter((one) => one !== null) }];
}

const fewestSteps = 2;

/** Each step, and below it those of what does its work where that leads to an effect. */
async function stepsFrom(
  context: AnswerContext,
  from: LocatedSymbol,
  { terms, depth, seen }: { terms: readonly QuestionTerm[]; depth: number; seen: Set<string> },
): Promise<CodeStep[]> {
  const all = await findSteps(context, from, terms);
  const doing = all.filter((one) => one.effect !== null || !asks.test(one.callee?.symbol.name ?? ""));
  const own = chooseSteps(doing, depth === 0 ? maxOfOne : maxInner);
  const told: CodeStep[] = [];
  for (const step of own) {
    const { callee, effect } = step;
    if (callee !== null && seen.has(keyOf(callee))) continue;
    told.push(step);
    if (callee === null) continue;
    seen.add(keyOf(callee));
    if ((effect === null && step.relevance === 0) || depth >= maxDepth || told.length >= maxSteps) continue;
    const inner = await stepsFrom(context, callee, { terms, depth: depth + 1, seen });
    // What it does in the end is told with it.
    told.push(...inner.filter((one) => one.callee !== null || one.line !== effect?.line || one.path !== effect.path));
    await context.yieldToEventLoop();
  }
  return told;
}

/** What only looks something up or writes it otherwise is no step on the way. */
const asks = /^(?:get|try_?get|is|has|to|as|format|parse|from|find_?by|current)(?![a-z])/;

function keyOf({ codebase, path, symbol }: LocatedSymbol): string {
  return `${codebase.repositoryId} ${path} ${symbol.startLine}`;
}
