import type { Statement } from "../cited-text.ts";
import { cleanProse } from "../pages/text/clean-prose.ts";
import { leadingSentences } from "../pages/text/sentences.ts";
import { summarizeDoc } from "../pages/text/summarize-doc.ts";
import type { Desk } from "./desk.ts";
import { chooseSymbols, testTitlesAbout } from "./explain-code.ts";
import { chooseParagraphs, quoteParagraph } from "./paragraphs.ts";
import type { Retrieval } from "./passages.ts";
import { chooseProse, proseIn } from "./quote-prose.ts";
import { capitalized, humanName } from "./quoting.ts";
import type { QuestionPart } from "./read-question.ts";
import type { PlacedSymbol } from "./relations.ts";
import { evidenceOf, linesOf, type Block } from "./statements.ts";

/**
 * The same subject for somebody who does not read code: what documents, comments and tests say of it, without code,
 * signatures or file names.
 */
export async function explainPlainly(desk: Desk, part: QuestionPart, retrieval: Retrieval): Promise<Block[]> {
  const prose: Statement[] = [];
  for (const passage of chooseProse(retrieval, 2)) {
    const paragraphs = chooseParagraphs(await proseIn(desk, passage), part.terms, 2);
    prose.push(...paragraphs.flatMap((one) => quoteParagraph(passage, one)));
  }
  const symbols = chooseSymbols(retrieval, 4);
  const comments = (await Promise.all(symbols.slice(0, 3).map((one) => commentsInside(desk, one)))).flat();
  const titles = await testTitlesAbout(desk, part, symbols);
  return [
    { heading: null, statements: prose },
    {
      heading: prose.length > 0 ? "In more detail" : null,
      statements: [...symbols.flatMap(plainEntry), ...comments.slice(0, 4)],
    },
    {
      heading: "What is checked automatically",
      statements: titles.map((one) => ({ text: `- ${capitalized(one.title)}`, evidence: [linesOf(one, one.line)] })),
    },
    { heading: "What can be set", statements: await settingsOf(desk, symbols) },
  ];
}

function plainEntry(placed: PlacedSymbol): Statement[] {
  const doc = summarizeDoc(placed.symbol.doc, 300, 3);
  if (doc === null) return [];
  const name = capitalized(humanName(placed.symbol.name));
  return [{ text: `- **${name}**: ${withoutCode(doc.text)}`, evidence: evidenceOf(placed, doc) }];
}

/** Comments of a whole sentence inside a declaration, which say what a step is for. */
async function commentsInside(desk: Desk, placed: PlacedSymbol): Promise<Statement[]> {
  const lines = await desk.lines(placed);
  const { startLine, endLine } = placed.symbol;
  const found: { text: string; startLine: number; endLine: number }[] = [];
  for (let line = startLine + 1; line <= Math.min(endLine, lines.length); line += 1) {
    const text = /^\s*(?:\/\/+|#+|--|\*)\s+(.+)$/.exec(lines[line - 1] ?? "")?.[1];
    const last = found.at(-1);
    if (text === undefined) continue;
    if (last?.endLine === line - 1) Object.assign(last, { text: `${last.text} ${text}`, endLine: line });
    else found.push({ text, startLine: line, endLine: line });
  }
  return found
    .filter(({ text }) => text.split(/\s+/).length >= 6 && !/[;{}]|=>|eslint|noqa|type:|TODO|FIXME/.test(text))
    .map((one) => ({
      text: `- ${capitalized(withoutCode(leadingSentences(cleanProse(one.text), 240)))}`,
      evidence: [linesOf(placed, one.startLine, one.endLine)],
    }));
}

async function settingsOf(desk: Desk, symbols: readonly PlacedSymbol[]): Promise<Statement[]> {
  const settings = symbols.flatMap((placed) => {
    const keys = desk.facts(placed)?.configKeys ?? [];
    return keys
      .filter(({ line }) => line >= placed.symbol.startLine && line <= placed.symbol.endLine)
      .map((key) => ({ placed, key }));
  });
  return settings.slice(0, 5).map(({ placed, key }) => ({
    text: `- The setting ${key.name}${key.defaultValue === null ? "" : `, which is ${key.defaultValue} unless changed`}${key.comment === null ? "" : `: ${cleanProse(key.comment)}`}`,
    evidence: [linesOf(placed, key.line)],
  }));
}

function withoutCode(text: string): string {
  return text.replaceAll("`", "");
}
