import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { actAsked } from "#server/engine/intent/question-act.ts";
import { shapeOf } from "#server/engine/intent/question-shape.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { chooseLead } from "#server/engine/retrieval/choose-lead.ts";
import { chooseSymbols, type ChosenSymbol } from "#server/engine/retrieval/choose-symbols.ts";
import { findBranch } from "#server/engine/retrieval/find-branch.ts";
import { asksIfTriedAgain, findRetry } from "#server/engine/retrieval/find-retry.ts";
import type { LeadCandidate } from "#server/engine/retrieval/fit-act.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { findUses, saysSomething, type LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { standsFirm } from "#server/engine/retrieval/stands-firm.ts";
import { relevantDoc } from "#server/engine/statements/informative-doc.ts";
import { usesBlock } from "#server/engine/statements/show-uses.ts";
import {
  codeStatement,
  evidenceOf,
  focusedEntry,
  linesOf,
  otherLinesStatement,
  shownName,
  shownPath,
  shownSignature,
  type StatementBlock,
} from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

import { nearestBlock } from "./describe-doubt.ts";
import { amountStatements } from "./explain-amount.ts";
import { branchBlock } from "./explain-branch.ts";
import { errorsStatement, explainFlow, findStart, type CodeFlow } from "./explain-flow.ts";
import { explainDecision, guardStatements, refusalsStatement } from "./explain-guards.ts";
import { explainHandover } from "./explain-handover.ts";
import { retryBlock } from "./explain-retry.ts";
import { showFirstFiles } from "./show-first-files.ts";

/** Says all of a question. */
const wholeCoverage = 0.99;
/** A body of so few lines passes the work on. */
const thinBody = 6;

/** How much an answer may hold: one part of several is shorter. */
export interface AnswerBudget {
  others: number;
  /** Users and tests beside the code. */
  hasSurroundings: boolean;
}

export const fullBudget: AnswerBudget = { others: 3, hasSurroundings: true };
export const partBudget: AnswerBudget = { others: 2, hasSurroundings: false };

/**
 * How the code does it: the deciding declaration in a sentence or two and the steps it takes, the lines that prove it, and where to
 * go on.
 */
export async function explainCode(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  budget = fullBudget,
): Promise<StatementBlock[]> {
  const lead = await chooseLead(context, part, retrieval, chooseSymbols(retrieval, maxCandidates));
  const chosen = lead.candidates;
  const [best] = chosen;
  if (!best) return [];
  const retry = asksIfTriedAgain(part.text) ? await findRetry(context, chosen, part.terms) : null;
  if (retry) return [await retryBlock(context, retry, null), ...(await goingOn(context, retrieval, chosen))];
  const asked = { text: part.text, terms: retrieval.terms };
  const branch = asksWhatHappens.test(part.text) ? await findBranch(context, chosen, asked) : null;
  const main =
    branch?.within ??
    (shapeOf(part).asksHow ? await throughCaller(context, part, { best, others: chosen.slice(1) }) : best);
  const others = chosen.filter((one) => one !== main);
  if (asksWhether.test(part.text) && !answersWhether(part, main))
    return [await mainBlock(context, part, { main, terms: retrieval.terms, flow: null, start: null })];
  const isSure = lead.isSure && !needsBranch(part.text) && (await standsFirm(context, part, retrieval, main));
  if (!isSure && branch === null) return [await nearestBlock(context, { part, retrieval }, chosen)];
  const uses = budget.hasSurroundings ? await findUses(context, main) : { inCode: [], inTests: [] };
  // Of a long object of many parts only the line that does it is told.
  const isPartial = main.acts !== null && main.symbol.kind === "constant";
  const isAmount = actAsked(part) === "measures";
  const flow =
    branch || !shapeOf(part).asksHow || isPartial || isAmount
      ? null
      : await explainFlow(context, main, retrieval.terms);
  const start = flow === null && !branch && !isAmount ? null : await findStart(context, main, uses.inCode);
  const core = branch
    ? await branchBlock(context, branch, start)
    : await mainBlock(context, part, { main, terms: retrieval.terms, flow, start });
  const called = flow?.called ?? [];
  const isNew = (other: LocatedSymbol) => !called.some((one) => isSameLocation(one, other));
  const also = await goOn(context, retrieval, { main, others: others.filter(isNew).slice(0, budget.others) });
  return [
    core,
    ...(asksForImpact.test(part.text) ? [usesBlock(context, uses)] : []),
    { heading: "Where to go on", statements: also },
  ];
}

/** What asks for one case is answered by the condition that is about it, or not surely. */
function needsBranch(text: string): boolean {
  return asksIfTriedAgain(text) || /\bwhat if\b/i.test(text);
}

async function goingOn(
  context: AnswerContext,
  retrieval: Retrieval,
  [main, ...others]: readonly LeadCandidate[],
): Promise<StatementBlock[]> {
  if (main === undefined) return [];
  return [{ heading: "Where to go on", statements: await goOn(context, retrieval, { main, others }) }];
}

/**
 * The best declaration, or the one of the others that calls it, where the best one is a small part of what is done and is not named
 * after the question.
 */
async function throughCaller(
  context: AnswerContext,
  part: QuestionPart,
  { best, others }: { best: LeadCandidate; others: readonly LeadCandidate[] },
): Promise<LeadCandidate> {
  if (best.acts !== null) return best;
  if (shapeOf(part).asksForArithmetic) return best;
  const isSmall = best.symbol.doc === null && bodyLength(best.symbol) <= thinBody;
  if (!isSmall && saysSubject(best, part)) return best;
  if (asksWhatHappens.test(part.text) && troubled.test(best.symbol.name)) return best;
  const escaped = best.symbol.name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const name = new RegExp(`(?<![\\w$])${escaped}\\s*(?:<[^()]*>)?\\(`);
  for (const other of others) {
    const { startLine, endLine, kind } = other.symbol;
    if (kind !== "function" && kind !== "method") continue;
    const body = (await context.lines(other)).slice(startLine, endLine);
    if (other.coverage >= best.coverage * callerCoverage && body.some((line) => name.test(line))) return other;
  }
  return best;
}

/** Whether a declaration's name has every word that carries the question. */
function saysSubject({ symbol }: LocatedSymbol, { terms }: QuestionPart): boolean {
  const own = stemsOf(symbol.name);
  return terms
    .filter(({ word, relevance = 1 }) => !isWeakWord(word) && relevance === 1)
    .every(({ stem, synonyms }) => own.includes(stem) || synonyms.some((one) => own.includes(one)));
}

const callerCoverage = 0.6;
const troubled = /err|fail|invalid|retry|reject|timeout|exceed|missing/i;

/** A few further places: what the search ranks first, then what else is about the question, then where it is tested. */
async function goOn(
  context: AnswerContext,
  retrieval: Retrieval,
  { main, others }: { main: LeadCandidate; others: readonly LeadCandidate[] },
): Promise<Statement[]> {
  const verb = main.acts?.verb;
  const alike = others.filter(({ acts }) => verb !== undefined && acts?.verb === verb);
  const first = await showFirstFiles(context, retrieval, [main, ...alike]);
  const further = await Promise.all(
    others
      .filter((other) => !alike.includes(other) && saysSomething(other))
      .map((other) => focusedEntry(context, other)),
  );
  const doing = await Promise.all(alike.map((other) => actingEntry(context, other)));
  return withoutRepeats([...doing.slice(0, maxAlike), ...first, ...further]).slice(0, maxFurther);
}

/** A declaration with its line that does what is asked. */
export async function actingEntry(context: AnswerContext, one: LeadCandidate): Promise<Statement> {
  if (one.acts === null) return await focusedEntry(context, one);
  const { line, text, verb } = one.acts;
  return {
    text: `- ${codeSpan(shownName(one.symbol))} (${shownPath(context, one)}), line ${line} ${verb}: ${codeSpan(text, 110)}`,
    evidence: [linesOf(one, line)],
  };
}

/** Places that do the same as the first one, before other ones. */
const maxAlike = 2;

const maxCandidates = 8;
const maxFurther = 3;
const asksWhatHappens =
  /\bwhat if\b|^(?:and\s+)?(?:if|when)\b[^,]*,\s*(?:what|does|do|will|is|are)\b|\bwhat happens\b|\bwhat (?:does|will|would|do)\b.*\b(?:when|if|after|once)\b|\bhow (?:does|do|is|are)\b.*\b(?:handled?|react|deal|cope|fails?|failing|errors?)\b/i;
const asksForImpact = /\b(?:breaks?|affects?|affected|impacts?)\b/i;
export function withoutRepeats(statements: readonly Statement[]): Statement[] {
  return statements.filter((one, at) => statements.findIndex(({ text }) => text === one.text) === at);
}

function isWhole(coverage: number): boolean {
  return coverage >= wholeCoverage;
}

function isSameLocation(one: LocatedSymbol, other: LocatedSymbol): boolean {
  return one.path === other.path && one.symbol.startLine === other.symbol.startLine;
}

/** What is told of the declaration that answers. */
interface MainPart {
  main: LeadCandidate;
  terms: Retrieval["terms"];
  flow: CodeFlow | null;
  start: Awaited<ReturnType<typeof findStart>>;
}

async function mainBlock(
  context: AnswerContext,
  part: QuestionPart,
  { main, terms, flow, start }: MainPart,
): Promise<StatementBlock> {
  const isFound = answersWhether(part, main);
  const decides = actAsked(part) === "decides";
  const doubt = {
    text: "No declaration was found that is named after this. What comes closest:",
    plain: "No part of the code was found that is named after this. What comes closest:",
    evidence: [],
  };
  const quoted = await codeStatement(context, main, part.terms, main.focus);
  const steps = flow?.statements ?? [];
  const statements: (Statement | null)[] = asksWhether.test(part.text) && !isFound ? [doubt] : [];
  const lead = leadOf(context, main, isFound && part.kind !== "tests" && asksIfThereIs.test(part.text) ? "Yes: " : "");
  statements.push(
    withoutRepeat(sharingEvidence(lead, quoted), main.symbol, quoted),
    steps.length > 0 ? null : actStatement(main),
    start === null ? null : { text: `It ${start.text}.`, evidence: start.evidence },
    ...(await guardStatements(context, main)),
    ...(actAsked(part) === "measures" ? await amountStatements(context, main) : []),
    relevantDoc(main, { terms, wantsAmount: shapeOf(part).asksForAmount }, lead),
    ...(steps.length > 0
      ? [{ text: steps.length > 1 ? "It does this, in order:" : "It rests on this:", evidence: [] }, ...steps]
      : []),
    steps.length > 0 || decides
      ? ((await refusalsStatement(context, main, decides)) ?? (await errorsStatement(context, main)))
      : null,
    quoted,
    ...(decides ? await explainDecision(context, main, terms) : []),
    ...(steps.length > 0 ? [] : [await otherLinesStatement(context, main, quoted)]),
  );
  if (steps.length === 0 && bodyLength(main.symbol) <= thinBody)
    statements.push(...(await explainHandover(context, part, main)));
  return { heading: null, statements: statements.filter((one) => one !== null) };
}

/** The line that does what is asked, where the steps do not tell it. */
export function actStatement(one: LeadCandidate): Statement | null {
  const { acts } = one;
  if (acts === null) return null;
  return { text: `Line ${acts.line} ${acts.verb}: ${codeSpan(acts.text, 110)}`, evidence: [linesOf(one, acts.line)] };
}

/** A signature that the quoted lines show is not told before. */
function withoutRepeat(lead: Statement, symbol: SymbolFact, quoted: Statement | null): Statement {
  const isShown = quoted?.evidence.some(({ startLine }) => startLine === symbol.startLine) === true;
  const signature = `: ${shownSignature(symbol)}`;
  return isShown && lead.text.endsWith(signature)
    ? { ...lead, text: `${lead.text.slice(0, -signature.length)}.` }
    : lead;
}

/** A first line that is quoted below needs no citation of its own. */
export function sharingEvidence(lead: Statement, quoted: Statement | null): Statement {
  const [own, ...rest] = lead.evidence;
  const [shown] = quoted?.evidence ?? [];
  const isHeld =
    own &&
    shown &&
    rest.length === 0 &&
    own.path === shown.path &&
    shown.startLine <= own.startLine &&
    own.endLine <= shown.endLine;
  return isHeld ? { ...lead, evidence: [shown] } : lead;
}

/** What a declaration is, in its own words. */
export function leadOf(context: AnswerContext, located: LocatedSymbol, before = ""): Statement {
  const { symbol } = located;
  const doc = summarizeDoc(symbol.doc, 340, 3);
  const name = `${before}**${codeSpan(shownName(symbol))}** (${symbol.kind}, ${shownPath(context, located)}`;
  return doc === null
    ? {
        text: `${before}${article(symbol)} in ${shownPath(context, located)}, line ${symbol.startLine}: ${shownSignature(symbol)}`,
        evidence: evidenceOf(located, null),
      }
    : { text: `${name}): ${doc.text}`, evidence: evidenceOf(located, doc) };
}

function article(symbol: SymbolFact): string {
  return `**${codeSpan(shownName(symbol))}** is ${/^[aeiou]/.test(symbol.kind) ? "an" : "a"} ${symbol.kind}`;
}

function bodyLength({ startLine, endLine }: SymbolFact): number {
  return endLine - startLine + 1;
}

const asksWhether = /^(?:and\s+)?(?:(?:is|are) there|does|do|can|has|have)\b/i;
const asksIfThereIs = /^(?:and\s+)?(?:is|are) there\b/i;
const mostNamed = 0.66;

/** "Is there a retry limit" is answered by a declaration with most of it in its name, and all of it in its body. */
function answersWhether({ text, terms, names }: QuestionPart, { symbol, path, coverage }: ChosenSymbol): boolean {
  if (asksWhether.test(text) && names.includes(symbol.name)) return true;
  const named = stemsOf(`${path} ${symbol.parent ?? ""} ${symbol.name}`);
  const matched = terms.filter(({ stem }) => named.includes(stem)).length;
  return asksWhether.test(text) && matched > 0 && matched >= terms.length * mostNamed && isWhole(coverage);
}
