import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import type { Refusal } from "#server/engine/retrieval/failure-lines.ts";
import {
  findChecks,
  findGuards,
  findRefusalsOf,
  isForbidden,
  type CallGuard,
  type PermissionCheck,
} from "#server/engine/retrieval/find-guards.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { codeStatement, evidenceOf, linesOf, shownName, shownPath } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

const maxRefusals = 3;
const shownLength = 100;
const docLength = 110;

/** What has to let a call from outside through before the declaration runs, outermost first; empty where nothing is known. */
export async function guardStatements(context: AnswerContext, main: LocatedSymbol): Promise<Statement[]> {
  const guards = await findGuards(context, main);
  if (guards.length === 0) return [];
  const named = guards.map(
    (guard) => `${codeSpan(guard.written, shownLength)} (${shownPath(context, guard)}, line ${guard.line})`,
  );
  return [
    {
      text: `Only what passes ${enumerate(named)} reaches it.`,
      evidence: guards.map((guard) => linesOf(guard, guard.line)),
    },
  ];
}

/** Where a declaration says no, with the condition; null where it does nowhere. Of many those that are about rights come first. */
export async function refusalsStatement(
  context: AnswerContext,
  main: LocatedSymbol,
  isAboutRights = false,
): Promise<Statement | null> {
  const all = await findRefusalsOf(context, main);
  const sorted = isAboutRights ? [...all.filter(isForbidden), ...all.filter((one) => !isForbidden(one))] : all;
  const told = sorted.slice(0, maxRefusals);
  if (told.length === 0) return null;
  const others = all.length > told.length ? `; and in ${count(all.length - told.length, "other case")}` : "";
  return {
    text: `It refuses ${told.map(refusalText).join("; ")}${others}.`,
    evidence: told.map(({ startLine, endLine }) => linesOf(main, startLine, endLine)),
  };
}

function refusalText({ status, text, condition, line }: Refusal): string {
  const answer = [status === null ? "" : `with ${codeSpan(status)}`, text === null ? "" : `“${text}”`].filter(Boolean);
  const where = condition === null ? "" : ` where ${codeSpan(condition, shownLength)}`;
  return `${answer.join(" ")}${where} (line ${line})`;
}

/** How it is decided whether somebody may: the lines that ask, and the code of what they ask. */
export async function explainDecision(
  context: AnswerContext,
  main: LocatedSymbol,
  terms: readonly QuestionTerm[],
): Promise<Statement[]> {
  const checks = await findChecks(context, main);
  const guards = await findGuards(context, main);
  const asked = checks.length === 0 ? [] : [checksStatement(main, checks)];
  const decider = deciderOf(checks, guards);
  if (decider === null) return asked;
  const doc = summarizeBriefly(decider.symbol.doc, docLength);
  const quoted = await codeStatement(context, decider, terms);
  const handed = decider.symbol.endLine - decider.symbol.startLine < handing ? await findChecks(context, decider) : [];
  const inner = handed.flatMap(({ callee }) => callee ?? [])[0] ?? null;
  const further = inner === null || inner.symbol === main.symbol ? null : await codeStatement(context, inner, terms);
  const lead: Statement = {
    text: `What decides is ${codeSpan(shownName(decider.symbol))} (${shownPath(context, decider)}, line ${decider.symbol.startLine})${doc === null ? ":" : ` — ${doc.text}`}`,
    evidence: evidenceOf(decider, doc),
  };
  return [...asked, lead, ...[quoted, further].filter((one) => one !== null)];
}

function checksStatement(main: LocatedSymbol, checks: readonly PermissionCheck[]): Statement {
  const lines = checks.map(({ line, text }) => `line ${line}: ${codeSpan(text, shownLength)}`);
  return {
    text: `It asks whether somebody may at ${enumerate(lines)}.`,
    evidence: checks.map(({ line }) => linesOf(main, line)),
  };
}

/** What the lines call says more than what stands before, of which the innermost is the one for this. */
function deciderOf(checks: readonly PermissionCheck[], guards: readonly CallGuard[]): LocatedSymbol | null {
  const called = checks.flatMap(({ callee }) => callee ?? [])[0];
  if (called) return called;
  const before = guards.flatMap(({ deciding }) => deciding).filter(({ symbol }) => symbol.kind !== "constant");
  // What only marks a handler decides nothing.
  return before.findLast(({ symbol }) => symbol.endLine - symbol.startLine >= thin) ?? before.at(-1) ?? null;
}

const thin = 4;
/** A decider of so few lines leaves it to another one. */
const handing = 8;
