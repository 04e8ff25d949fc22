import type { SymbolFact } from "../../code-index/facts.ts";
import type { Statement } from "../cited-text.ts";
import { code } from "../pages/text/clean-prose.ts";
import { summarizeDoc } from "../pages/text/summarize-doc.ts";
import type { Desk } from "./desk.ts";
import type { Passage, Retrieval } from "./passages.ts";
import { chooseProse, proseBlock } from "./quote-prose.ts";
import type { QuestionPart } from "./read-question.ts";
import { findReferences, findUses, isTestSymbol, saysSomething, type PlacedSymbol } from "./relations.ts";
import { usesBlock } from "./show-uses.ts";
import {
  codeStatement,
  evidenceOf,
  linesOf,
  shownName,
  shownPath,
  shownSignature,
  symbolEntry,
  type Block,
} from "./statements.ts";
import { findTestTitles, type TestTitle } from "./test-titles.ts";
import { stemsOf } from "./words.ts";

/** A passage below this share of the best one's score is not part of the answer. */
const worthShare = 0.42;
/** Documents lead where they meet the whole question and no declaration comes near. */
const leadingProse = 0.99;
const leadingCode = 0.67;
/** A body of so few lines passes the work on. */
const thinBody = 6;
const maxQuotedTitles = 3;

/** A declaration that belongs to the answer, with its share of the question. */
interface ChosenSymbol extends PlacedSymbol {
  coverage: number;
}

/** How the code does it: the deciding declaration with its lines, what docs say, how it hangs together, what tests say. */
export async function explainCode(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const [main, ...others] = chooseSymbols(retrieval, 4);
  const prose = await proseBlock(desk, part, retrieval);
  if (!main) return [{ ...prose, heading: null }];
  const references = await findReferences(desk, main, 4);
  const isNew = (other: PlacedSymbol) => !references.some((one) => isSamePlace(one, other));
  const core = await mainBlock(desk, part, main, references);
  const bestProse = chooseProse(retrieval, 1)[0];
  if (asksWhether.test(part.text) && !answersWhether(part, main)) return [core, prose];
  const isTold =
    /^why\b/i.test(part.text) ||
    (bestProse !== undefined && isTitledFor(bestProse, part) && !isNamedFor(main, part)) ||
    (isWhole(bestProse?.coverage ?? 0) && main.coverage < leadingCode);
  return [
    ...(isTold && prose.statements.length > 0 ? [{ ...prose, heading: null }, core] : [core, prose]),
    { heading: "It rests on", statements: references.map((one) => symbolEntry(desk, one)) },
    {
      heading: "Also part of this",
      statements: others.filter((one) => isNew(one) && saysSomething(one)).map((other) => symbolEntry(desk, other)),
    },
    usesBlock(desk, main, await findUses(desk, main)),
    await behaviourBlock(desk, part, [main, ...others]),
  ];
}

/** Whether a section bears every word of the question in its title. */
function isTitledFor({ content }: Passage, { terms }: QuestionPart): boolean {
  const title = content.type === "prose" ? stemsOf(content.prose.heading) : [];
  return terms.length > 1 && terms.every(({ stem }) => title.includes(stem));
}

/** Whether a declaration's name says nothing but what was asked. */
function isNamedFor({ symbol }: PlacedSymbol, { terms }: QuestionPart): boolean {
  const asked = new Set(terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  return stemsOf(symbol.name).every((one) => asked.has(one));
}

function isWhole(coverage: number): boolean {
  return coverage >= leadingProse;
}

function isSamePlace(one: PlacedSymbol, other: PlacedSymbol): boolean {
  return one.path === other.path && one.symbol.startLine === other.symbol.startLine;
}

/** The best declarations, without those that stand inside or around a better one. */
export function chooseSymbols({ passages }: Retrieval, limit: number): ChosenSymbol[] {
  const symbols = passages.filter(
    ({ content, fileKind }) => content.type === "symbol" && fileKind !== "test" && !isTestSymbol(content.symbol),
  );
  const best = symbols[0]?.score ?? 0;
  const chosen: (ChosenSymbol & { startLine: number; endLine: number })[] = [];
  for (const passage of symbols) {
    if (passage.content.type !== "symbol" || passage.score < best * worthShare) continue;
    const { codebase, path, startLine, endLine, coverage } = passage;
    const { symbol } = passage.content;
    const isCovered = chosen.some(
      (one) =>
        one.path === path &&
        one.codebase === codebase &&
        ((one.startLine <= startLine && one.endLine >= endLine) ||
          (one.startLine >= startLine && one.endLine <= endLine)),
    );
    const isTwin = chosen.some((one) => one.symbol.name === symbol.name && one.symbol.signature === symbol.signature);
    if (!isCovered && !isTwin) chosen.push({ codebase, path, symbol, startLine, endLine, coverage });
    if (chosen.length === limit) break;
  }
  return chosen;
}

async function mainBlock(
  desk: Desk,
  part: QuestionPart,
  main: ChosenSymbol,
  references: readonly PlacedSymbol[],
): Promise<Block> {
  const isFound = answersWhether(part, main);
  const doubt = { text: "No declaration is named after this. What comes closest:", evidence: [] };
  const statements: (Statement | null)[] = asksWhether.test(part.text) && !isFound ? [doubt] : [];
  statements.push(leadOf(desk, main, isFound ? "Yes: " : ""));
  statements.push(await codeStatement(desk, main, part.terms));
  const next = bodyLength(main.symbol) <= thinBody ? references.find(doesTheWork) : undefined;
  if (next) {
    const doc = summarizeDoc(next.symbol.doc, 220, 2);
    const name = `${code(shownName(next.symbol))} (${shownPath(desk, next)})`;
    statements.push({
      text: `It hands the work to ${name}${doc === null ? "." : `: ${doc.text}`}`,
      evidence: evidenceOf(next, doc),
    });
    statements.push(await codeStatement(desk, next, part.terms));
  }
  return { heading: null, statements: statements.filter((one) => one !== null) };
}

/** What a declaration is, in its own words. */
export function leadOf(desk: Desk, placed: PlacedSymbol, before = ""): Statement {
  const { symbol } = placed;
  const doc = summarizeDoc(symbol.doc, 420, 4);
  const name = `${before}**${code(shownName(symbol))}** (${symbol.kind}, ${shownPath(desk, placed)}`;
  return doc === null
    ? {
        text: `${before}${article(symbol)} in ${shownPath(desk, placed)}, line ${symbol.startLine}: ${shownSignature(symbol)}`,
        evidence: evidenceOf(placed, null),
      }
    : { text: `${name}): ${doc.text}`, evidence: evidenceOf(placed, doc) };
}

function article(symbol: SymbolFact): string {
  return `**${code(shownName(symbol))}** is ${/^[aeiou]/.test(symbol.kind) ? "an" : "a"} ${symbol.kind}`;
}

function bodyLength({ startLine, endLine }: SymbolFact): number {
  return endLine - startLine + 1;
}

function doesTheWork({ symbol }: PlacedSymbol): boolean {
  return symbol.kind === "function" || symbol.kind === "method";
}

const asksWhether = /^(?:and\s+)?(?:is|are) there\b/i;
const mostNamed = 0.66;

/** "Is there a retry limit" is answered by a declaration that bears the most of it in its name, and all of it within. */
function answersWhether({ text, terms }: QuestionPart, { symbol, path, coverage }: ChosenSymbol): boolean {
  const named = stemsOf(`${path} ${symbol.parent ?? ""} ${symbol.name}`);
  const met = terms.filter(({ stem }) => named.includes(stem)).length;
  return asksWhether.test(text) && met > 0 && met >= terms.length * mostNamed && isWhole(coverage);
}

/** What the tests of these declarations say, in the words of their titles. */
export async function behaviourBlock(desk: Desk, part: QuestionPart, about: readonly PlacedSymbol[]): Promise<Block> {
  const titles = await testTitlesAbout(desk, part, about);
  return {
    heading: "What its tests hold it to",
    statements: titles.map((one) => ({
      text: `- “${one.title}” (${shownPath(desk, one)}, line ${one.line})`,
      evidence: [linesOf(one, one.line)],
    })),
  };
}

export async function testTitlesAbout(
  desk: Desk,
  part: QuestionPart,
  about: readonly PlacedSymbol[],
  limit = maxQuotedTitles,
): Promise<TestTitle[]> {
  const own = about.flatMap(({ codebase, path }) =>
    codebase.index
      .importersOf(path)
      .filter((edge) => codebase.index.facts(edge.path)?.kind === "test")
      .map((edge) => ({ codebase, path: edge.path })),
  );
  const query = part.terms.map(({ word }) => word).join(" ");
  const found = desk.lookUp("search_tests", query, () =>
    desk.codebases.flatMap((codebase) =>
      codebase.index.search(query, { kinds: ["test"], limit: 4 }).map(({ path }) => ({ codebase, path })),
    ),
  );
  const files = [
    ...new Map([...own, ...found].map((one) => [`${one.codebase.repositoryId}:${one.path}`, one])).values(),
  ];
  return findTestTitles(desk, { files: files.slice(0, 8), terms: part.terms, limit });
}
