import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { shapeOf } from "#server/engine/intent/question-shape.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import type { Focus } from "#server/engine/retrieval/judge-passages.ts";
import type { Passage, Retrieval } from "#server/engine/retrieval/passage.ts";
import {
  findReferences,
  findUses,
  isTestSymbol,
  saysSomething,
  type LocatedSymbol,
} from "#server/engine/retrieval/relations.ts";
import { relevantDoc } from "#server/engine/statements/informative-doc.ts";
import { chooseProse, proseBlock } from "#server/engine/statements/quote-prose.ts";
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
import { findTestTitles, type TestStatement } from "#server/engine/statements/test-titles.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

import { explainHandover } from "./explain-handover.ts";
import { showFirstFiles } from "./show-first-files.ts";

/** A passage below this share of the best one's score is not part of the answer. */
const minShare = 0.42;
/** Documents come first when they match the whole question and no declaration comes near. */
const leadingProse = 0.99;
const leadingCode = 0.67;
const littleCode = 0.5;
/** A body of so few lines passes the work on. */
const thinBody = 6;
/** An answer covers several files, mostly that of the best match. */
const maxOfBestFile = 4;
const maxOfFile = 2;
const maxQuotedTitles = 3;
/** With this many steps from the code itself, the titles of its tests are left out. */
const enoughSteps = 5;

/** A declaration that belongs to the answer, with its share of the question. */
export interface ChosenSymbol extends LocatedSymbol {
  coverage: number;
  focus: Focus | null;
}

/** How much an answer may hold: one part of several is shorter. */
export interface AnswerBudget {
  steps: number;
  others: number;
  /** Documents, users and tests beside the code. */
  hasSurroundings: boolean;
}

export const fullBudget: AnswerBudget = { steps: 4, others: 3, hasSurroundings: true };
export const partBudget: AnswerBudget = { steps: 3, others: 2, hasSurroundings: false };

/**
 * How the code does it: the deciding declaration with its lines, the steps it takes, what docs, users and tests say.
 */
export async function explainCode(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  budget = fullBudget,
): Promise<StatementBlock[]> {
  const [main, ...others] = chooseSymbols(retrieval, budget.others + 2);
  const prose = await proseBlock(context, part, retrieval, 1);
  if (!main) return [{ ...prose, heading: null }];
  const core = await mainBlock(context, part, { main, terms: retrieval.terms });
  const steps = await stepsBlock(context, main, { retrieval, limit: budget.steps, quoted: core });
  const isNew = (other: LocatedSymbol) => !steps.located.some((one) => isSameLocation(one, other));
  const bestProse = chooseProse(retrieval, 1)[0];
  if (asksWhether.test(part.text) && !answersWhether(part, main)) return [core, prose];
  const isProseFirst =
    /^why\b/i.test(part.text) ||
    (bestProse !== undefined && isTitledFor(bestProse, part) && !isNamedFor(main, part)) ||
    (isWhole(bestProse?.coverage ?? 0) && main.coverage < (isTitledLike(bestProse, part) ? leadingCode : littleCode));
  const leads = isProseFirst && prose.statements.length > 0;
  const first = await showFirstFiles(context, retrieval, [main]);
  const further = others.filter((one) => isNew(one) && saysSomething(one)).slice(0, budget.others);
  const also = withoutRepeats([...first, ...(await Promise.all(further.map((other) => focusedEntry(context, other))))]);
  return [
    ...(leads ? [{ ...prose, heading: null }, core] : [core]),
    { heading: "Also part of this", statements: also },
    steps.block,
    ...(budget.hasSurroundings && !leads ? [prose] : []),
    ...(budget.hasSurroundings ? [usesBlock(context, await findUses(context, main))] : []),
    ...(budget.hasSurroundings && steps.located.length + further.length < enoughSteps
      ? [await behaviourBlock(context, part, [main, ...others])]
      : []),
  ];
}

export function withoutRepeats(statements: readonly Statement[]): Statement[] {
  return statements.filter((one, at) => statements.findIndex(({ text }) => text === one.text) === at);
}

/** What a declaration calls of this repository, in the order in which it does. */
async function stepsBlock(
  context: AnswerContext,
  main: ChosenSymbol,
  { retrieval, limit, quoted }: { retrieval: Retrieval; limit: number; quoted: StatementBlock },
): Promise<{ block: StatementBlock; located: LocatedSymbol[] }> {
  const references = await findReferences(context, main, limit * 2);
  const lines = await context.lines(main);
  const isCited = (line: number) =>
    quoted.statements.some(({ evidence }) =>
      evidence.some((one) => one.path === main.path && one.startLine <= line && line <= one.endLine),
    );
  const scoreOf = (located: LocatedSymbol) => passageOf(retrieval, located)?.score ?? 0;
  const named = references.map((placed) => ({ placed, line: lineNaming(lines, main, placed.symbol.name) }));
  const called = named.filter(({ placed, line }) => isCallOf(placed.symbol.name, lines[line - 1] ?? ""));
  const steps = (called.length > 1 ? called : named)
    .toSorted((a, b) => scoreOf(b.placed) - scoreOf(a.placed))
    .slice(0, limit)
    .sort((a, b) => a.line - b.line);
  const statements = await Promise.all(
    steps.map(async ({ placed, line }): Promise<Statement> => {
      const entry = await focusedEntry(context, { ...placed, focus: passageOf(retrieval, placed)?.focus ?? null });
      const call = line > 0 && !isCited(line) ? [linesOf(main, line)] : [];
      const where = line > 0 ? `line ${line}: ` : "";
      return { text: entry.text.replace(/^- /, `- ${where}`), evidence: [...call, ...entry.evidence] };
    }),
  );
  const heading = steps.length > 1 ? "What it calls, in this order" : "It rests on";
  return { block: { heading, statements }, located: steps.map(({ placed }) => placed) };
}

function isCallOf(name: string, line: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll(/[^\w]/g, String.raw`\$&`)}\\s*(?:<[^()]*>)?[({!]`).test(line);
}

function passageOf({ passages }: Retrieval, { codebase, path, symbol }: LocatedSymbol): Passage | undefined {
  return passages.find(
    (one) =>
      one.path === path &&
      one.codebase === codebase &&
      one.content.type === "symbol" &&
      one.content.symbol.startLine === symbol.startLine,
  );
}

/** The first line of a declaration that names something; 0 where none does. */
function lineNaming(lines: readonly string[], { symbol }: LocatedSymbol, name: string): number {
  const word = new RegExp(`(?<![\\w$])${name.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\\w$])`);
  const bodyStart =
    symbol.doc !== null && symbol.doc.startLine > symbol.startLine ? symbol.doc.endLine : symbol.startLine;
  for (let line = bodyStart; line <= Math.min(symbol.endLine, lines.length); line += 1)
    if (word.test(lines[line - 1] ?? "") && !/^\s*(?:\/\/|#|\*)/.test(lines[line - 1] ?? "")) return line;
  return 0;
}

/** Whether a section's title has every word of the question. */
function isTitledFor({ content }: Passage, { terms }: QuestionPart): boolean {
  const title = content.type === "prose" ? stemsOf(content.prose.heading) : [];
  return terms.length > 1 && terms.every(({ stem }) => title.includes(stem));
}

/** Whether a section's title matches the question; a section about something else only happens to have the words. */
function isTitledLike(passage: Passage | undefined, { terms }: QuestionPart): boolean {
  const title = passage?.content.type === "prose" ? stemsOf(passage.content.prose.heading) : [];
  return terms.some(({ stem, synonyms }) => title.includes(stem) || synonyms.some((one) => title.includes(one)));
}

/** Whether a declaration's name consists of the question's words only. */
function isNamedFor({ symbol }: LocatedSymbol, { terms }: QuestionPart): boolean {
  const requested = new Set(terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  return stemsOf(symbol.name).every((one) => requested.has(one));
}

function isWhole(coverage: number): boolean {
  return coverage >= leadingProse;
}

function isSameLocation(one: LocatedSymbol, other: LocatedSymbol): boolean {
  return one.path === other.path && one.symbol.startLine === other.symbol.startLine;
}

/** The best declarations, without those inside or around a better one. */
export function chooseSymbols({ passages }: Retrieval, limit: number): ChosenSymbol[] {
  const symbols = passages.filter(
    ({ content, fileKind }) => content.type === "symbol" && fileKind !== "test" && !isTestSymbol(content.symbol),
  );
  const best = symbols[0]?.score ?? 0;
  const chosen: (ChosenSymbol & { startLine: number; endLine: number })[] = [];
  for (const passage of symbols) {
    if (passage.content.type !== "symbol" || passage.score < best * minShare) continue;
    const { codebase, path, startLine, endLine, coverage, focus } = passage;
    const { symbol } = passage.content;
    const isCovered = chosen.some(
      (one) =>
        one.path === path &&
        one.codebase === codebase &&
        ((one.startLine <= startLine && one.endLine >= endLine && !isBesideFocus(one, passage)) ||
          (one.startLine >= startLine && one.endLine <= endLine)),
    );
    const isTwin = chosen.some((one) => one.symbol.name === symbol.name && one.symbol.signature === symbol.signature);
    const isCrowded =
      chosen.filter((one) => one.path === path).length >= (chosen[0]?.path === path ? maxOfBestFile : maxOfFile);
    if (!isCovered && !isTwin && !isCrowded)
      chosen.push({ codebase, path, symbol, startLine, endLine, coverage, focus });
    if (chosen.length === limit) break;
  }
  return chosen;
}

const longLines = 60;

/** Of a long declaration only a range is shown; a declaration inside it but outside that range is shown too. */
function isBesideFocus(
  outer: { startLine: number; endLine: number; focus: Focus | null },
  inner: { startLine: number; endLine: number },
): boolean {
  const { focus } = outer;
  if (!focus || outer.endLine - outer.startLine < longLines) return false;
  return inner.endLine < focus.startLine || inner.startLine > focus.endLine;
}

async function mainBlock(
  context: AnswerContext,
  part: QuestionPart,
  { main, terms }: { main: ChosenSymbol; terms: Retrieval["terms"] },
): Promise<StatementBlock> {
  const isFound = answersWhether(part, main);
  const doubt = {
    text: "No declaration was found that is named after this. What comes closest:",
    plain: "No part of the code was found that is named after this. What comes closest:",
    evidence: [],
  };
  const quoted = await codeStatement(context, main, part.terms, main.focus);
  const statements: (Statement | null)[] = asksWhether.test(part.text) && !isFound ? [doubt] : [];
  const lead = leadOf(context, main, isFound && part.kind !== "tests" && asksIfThereIs.test(part.text) ? "Yes: " : "");
  statements.push(
    sharingEvidence(lead, quoted),
    relevantDoc(main, { terms, wantsAmount: shapeOf(part).asksForAmount }, lead),
    quoted,
    await otherLinesStatement(context, main, quoted),
  );
  if (bodyLength(main.symbol) <= thinBody) statements.push(...(await explainHandover(context, part, main)));
  return { heading: null, statements: statements.filter((one) => one !== null) };
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

/** What the tests of these declarations say, in the words of their titles. */
export async function behaviourBlock(
  context: AnswerContext,
  part: QuestionPart,
  about: readonly LocatedSymbol[],
): Promise<StatementBlock> {
  const titles = await testTitlesAbout(context, part, about);
  return {
    heading: "What its tests hold it to",
    statements: titles.map((one) => ({
      text: `- “${one.title}” (${shownPath(context, one)}, line ${one.line})`,
      evidence: [linesOf(one, one.line)],
    })),
  };
}

async function testTitlesAbout(
  context: AnswerContext,
  part: QuestionPart,
  about: readonly LocatedSymbol[],
  limit = maxQuotedTitles,
): Promise<TestStatement[]> {
  const own = about.flatMap(({ codebase, path }) =>
    codebase.index
      .importersOf(path)
      .filter((edge) => codebase.index.facts(edge.path)?.kind === "test")
      .map((edge) => ({ codebase, path: edge.path })),
  );
  const query = part.terms.map(({ word }) => word).join(" ");
  const found = context.lookUp("search_tests", query, () =>
    context.codebases.flatMap((codebase) =>
      codebase.index.search(query, { kinds: ["test"], limit: 4 }).map(({ path }) => ({ codebase, path })),
    ),
  );
  const files = [
    ...new Map([...own, ...found].map((one) => [`${one.codebase.repositoryId}:${one.path}`, one])).values(),
  ];
  return findTestTitles(context, { files: files.slice(0, 8), terms: part.terms, limit });
}
