import type { Statement } from "../cited-text.ts";
import { cleanProse, code } from "../pages/text/clean-prose.ts";
import { summarizeDoc } from "../pages/text/summarize-doc.ts";
import type { Desk } from "./desk.ts";
import { chooseParagraphs, quoteParagraph, readParagraphs, type Paragraph } from "./paragraphs.ts";
import { sideFolder, type Passage, type Retrieval } from "./passages.ts";
import type { QuestionPart } from "./read-question.ts";
import { findReferences, findUses, type PlacedSymbol, type Use } from "./relations.ts";
import { codeStatement, evidenceOf, linesOf, shownName, shownPath, symbolEntry, type Block } from "./statements.ts";
import { findTestTitles, type TestTitle } from "./test-titles.ts";

/** A passage below this share of the best one's score is not part of the answer. */
const worthShare = 0.42;
const proseShare = 0.5;

/** How the code does it: the deciding declaration with its lines, what it rests on, who uses it, what docs and tests say. */
export async function explainCode(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const [main, ...others] = chooseSymbols(retrieval, 5);
  const prose = await proseBlock(desk, part, retrieval);
  if (!main) return [prose];
  const references = await findReferences(desk, main, 6);
  const isNew = (other: PlacedSymbol) =>
    !references.some((one) => one.path === other.path && one.symbol.startLine === other.symbol.startLine);
  const core = await mainBlock(desk, part, main);
  return [
    ...(/^why\b/i.test(part.text) ? [prose, core] : [core, prose]),
    { heading: "It rests on", statements: references.map((one) => symbolEntry(desk, one)) },
    { heading: "Also part of this", statements: others.filter(isNew).map((other) => symbolEntry(desk, other)) },
    usesBlock(desk, main, await findUses(desk, main, 6)),
    await behaviourBlock(desk, part, [main, ...others]),
  ];
}

/** The best declarations, without those that stand inside or around a better one. */
export function chooseSymbols({ passages }: Retrieval, limit: number): PlacedSymbol[] {
  const symbols = passages.filter((passage) => passage.content.type === "symbol" && passage.fileKind !== "test");
  const best = symbols[0]?.score ?? 0;
  const chosen: (PlacedSymbol & { startLine: number; endLine: number })[] = [];
  for (const passage of symbols) {
    if (passage.content.type !== "symbol" || passage.score < best * worthShare) continue;
    const { codebase, path, startLine, endLine } = passage;
    const { symbol } = passage.content;
    const isCovered = chosen.some(
      (one) =>
        one.path === path &&
        one.codebase === codebase &&
        ((one.startLine <= startLine && one.endLine >= endLine) ||
          (one.startLine >= startLine && one.endLine <= endLine)),
    );
    const isTwin = chosen.some((one) => one.symbol.name === symbol.name && one.symbol.signature === symbol.signature);
    if (!isCovered && !isTwin) chosen.push({ codebase, path, symbol, startLine, endLine });
    if (chosen.length === limit) break;
  }
  return chosen;
}

async function mainBlock(desk: Desk, part: QuestionPart, main: PlacedSymbol): Promise<Block> {
  const doc = summarizeDoc(main.symbol.doc, 420, 4);
  const name = `**${code(shownName(main.symbol))}** (${main.symbol.kind}, ${shownPath(desk, main)})`;
  const lead: Statement =
    doc === null
      ? { text: `${name} decides this: ${code(main.symbol.signature)}`, evidence: evidenceOf(main, null) }
      : { text: `${name}: ${doc.text}`, evidence: evidenceOf(main, doc) };
  const quoted = await codeStatement(desk, main, part.terms);
  return { heading: null, statements: quoted ? [lead, quoted] : [lead] };
}

export function usesBlock(desk: Desk, target: PlacedSymbol, uses: readonly Use[]): Block {
  return { heading: `Where ${code(target.symbol.name)} is used`, statements: uses.map((use) => useEntry(desk, use)) };
}

export function useEntry(desk: Desk, use: Use): Statement {
  const caller = use.within ? `in ${code(shownName(use.within))}, ` : "";
  return {
    text: `- ${caller}${shownPath(desk, use)} line ${use.line}: ${code(use.text, 120)}`,
    evidence: [linesOf(use, use.line)],
  };
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
  limit = 5,
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

export async function proseBlock(desk: Desk, part: QuestionPart, retrieval: Retrieval, limit = 2): Promise<Block> {
  const statements: Statement[] = [];
  for (const passage of chooseProse(retrieval, limit)) {
    const heading = passage.content.type === "prose" ? passage.content.prose.heading : "";
    const paragraphs = chooseParagraphs(await proseIn(desk, passage), part.terms, 1);
    const from = heading === "" ? shownPath(desk, passage) : `${shownPath(desk, passage)}, “${cleanProse(heading)}”`;
    const quoted = paragraphs.flatMap((one) => quoteParagraph(passage, one));
    if (quoted.length > 0) statements.push({ text: `${from}:`, evidence: [] });
    statements.push(...quoted.map((one) => ({ ...one, text: `> ${one.text}` })));
  }
  return { heading: "From the documentation", statements };
}

/** The passage's paragraphs and lists, without its code. */
export async function proseIn(desk: Desk, passage: Passage): Promise<Paragraph[]> {
  return (await readParagraphs(desk, passage, passage)).filter(({ kind }) => kind !== "code");
}

/** Tells what was, not what is. */
const isChangelog = /(?:^|\/)(?:changelog|changes|history|news|releases?)[^/]*$/i;

/** Prose that speaks of the question's subject, one passage a section, best first. */
export function chooseProse({ passages }: Retrieval, limit: number): Passage[] {
  const prose = passages.filter(
    ({ content, fileKind, path }) =>
      content.type === "prose" && fileKind !== "test" && !isChangelog.test(path) && !sideFolder.test(path),
  );
  const best = prose[0];
  if (!best) return [];
  return prose.filter((one) => one.coverage >= 0.34 && one.score >= best.score * proseShare).slice(0, limit);
}
