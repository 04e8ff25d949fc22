import type { FileFacts, SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { innermost } from "#server/engine/retrieval/relations.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { asSentence } from "#server/engine/text/sentences.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

import { isPlain, simplifyText, spokenName } from "./simplify-text.ts";

const maxComments = 3;
const maxLocations = 3;
const fewestWords = 6;

/**
 * The same answer for somebody who does not read code: of each statement what its lines say in plain words, with the
 * same evidence. What cannot be said so is left out. `findOther` is asked where little or nothing is left.
 */
export async function simplifyBlocks(
  context: AnswerContext,
  blocks: readonly StatementBlock[],
  findOther: () => Promise<StatementBlock[]>,
): Promise<StatementBlock[]> {
  const plain = await describeBlocks(context, blocks, describeStatement);
  if (hasStatements(plain)) return await withLead(context, { plain, blocks, findOther });
  const other = await findOther();
  if (other.length > 0) return other;
  // Comments inside the code are used only when nothing else says what it does.
  const comments = await describeBlocks(context, blocks, (at, _, { evidence }) => describeComments(at, evidence));
  return hasStatements(comments) ? comments : [nothingPlain(blocks)];
}

/** Callers and tests say nothing as long as the lead is missing. */
async function withLead(
  context: AnswerContext,
  simplified: {
    plain: StatementBlock[];
    blocks: readonly StatementBlock[];
    findOther: () => Promise<StatementBlock[]>;
  },
): Promise<StatementBlock[]> {
  const { plain, findOther } = simplified;
  const [first, ...rest] = simplified.blocks;
  const opening = plain.find(({ statements }) => statements.length > 0);
  if (!first || opening?.heading === null) return plain;
  const other = await findOther();
  if (other.length > 0) return [...other, ...withoutTold(plain, other)];
  const [comments] = await describeBlocks(context, [first], (at, _, { evidence }) => describeComments(at, evidence));
  if (comments && comments.statements.length > 0) return [comments, ...plain];
  const [shown] = [first, ...rest].flatMap(({ statements }) => statements.flatMap(({ evidence }) => evidence));
  const location = shown && locationOf(context, shown);
  const facts = location && context.facts(location);
  const symbol = shown && facts ? (declaredAt(facts, shown) ?? innermost(facts.symbols, shown.startLine)) : null;
  if (!shown || !symbol) return plain;
  const text = `The place in the code that fits best is called “${spokenName(symbol.name)}”; nothing there says in plain words what it does. ${citationPlaceholder}`;
  return [{ heading: null, statements: [{ text, evidence: [shown] }] }, ...plain];
}

/** The name of a setting behind its words. */
const settingName = / \([\w.-]+\)(?= can be set)/;

function withoutTold(blocks: readonly StatementBlock[], before: readonly StatementBlock[]): StatementBlock[] {
  const keyOf = ({ text }: Statement) =>
    text.replaceAll(citationPlaceholder, "").replace(/^- /, "").replace(settingName, "").trim();
  const told = new Set(before.flatMap(({ statements }) => statements.map(keyOf)));
  return blocks.map((block) => ({ ...block, statements: block.statements.filter((one) => !told.has(keyOf(one))) }));
}

function hasStatements(blocks: readonly StatementBlock[]): boolean {
  return blocks.some(({ statements }) => statements.length > 0);
}

type Tell = (context: AnswerContext, block: StatementBlock, statement: Statement) => Promise<Statement[]>;

async function describeBlocks(
  context: AnswerContext,
  blocks: readonly StatementBlock[],
  report: Tell,
): Promise<StatementBlock[]> {
  const reported = new Set<string>();
  const plain: StatementBlock[] = [];
  for (const block of blocks) {
    const statements: Statement[] = [];
    for (const statement of block.statements) {
      for (const one of await report(context, block, statement)) {
        const key = one.text.replaceAll(citationPlaceholder, "").replace(/^- /, "");
        if (reported.has(key)) continue;
        reported.add(key);
        statements.push(one);
      }
    }
    plain.push({ ...block, heading: headingOf(block.heading), statements });
  }
  return plain;
}

/** The citation is kept also for people who cannot read code. */
export function nothingPlain(blocks: readonly StatementBlock[]): StatementBlock {
  const evidence = blocks.flatMap(({ statements }) => statements.flatMap((one) => one.evidence));
  const closest = evidence.length === 0 ? "" : " Nearest to it in the code stand these lines:";
  const text = `Nothing was found in documents, screens, settings and tests that surely tells this.${closest}`;
  return { heading: null, statements: [{ text, evidence: evidence.slice(0, maxLocations) }] };
}

export const nothingTold = /^Nothing was found in documents|nothing there says in plain words/;

const headings: Record<string, string> = {
  "It rests on": "What it builds on",
  "What it calls, in this order": "What it does, in this order",
  "What its tests hold it to": "What is checked automatically",
  "What they test": "What is checked",
  "From the documentation": "From the documents",
};

function headingOf(heading: string | null): string | null {
  if (heading === null) return null;
  if (/\bis used$/.test(heading)) return "Where it is used";
  const known = headings[heading];
  if (known !== undefined) return known;
  return /[`/_]|[a-z][A-Z]/.test(heading) ? null : heading;
}

async function describeStatement(
  context: AnswerContext,
  block: StatementBlock,
  statement: Statement,
): Promise<Statement[]> {
  const { text, evidence, plain } = statement;
  if (plain !== undefined) return plain === "" ? [] : [{ text: plain, evidence }];
  if (evidence.length === 0) {
    const note = text.replace(/\s*Closest are:$/, "");
    return block.missing !== undefined && isPlain(note) ? [{ text: note, evidence }] : [];
  }
  if (text.includes("```") || evidence.every(({ path }) => aboutWork.test(path))) return [];
  const part = /^- \*\*([^*`]+)\*\* \(([\d,]+ (?:files?|lines?))\): (.+)$/s.exec(text);
  if (part) return describePart(part, evidence);
  const isListed = /^(?:>\s*)?[-|]/.test(text);
  // Where the answer has its own words for the purpose of a part, they are better than a comment's.
  const written = text.includes("`") ? null : ownWords(context, statement);
  if (written) return [{ text: `${isListed ? "- " : ""}${written}`, evidence }];
  for (const one of evidence) {
    const location = locationOf(context, one);
    const facts = location && context.facts(location);
    if (!location || !facts) continue;
    const reported = describeLines(facts, { evidence: one, text, heading: block.heading });
    if (reported) return [{ text: `${isListed ? "- " : ""}${reported}`, evidence: [one] }];
  }
  const quoted = ownWords(context, statement);
  return quoted ? [{ text: `${isListed ? "- " : ""}${quoted}`, evidence }] : [];
}

/** How people work on the code together is nothing the product does. */
const aboutWork = /(?:^|\/)(?:agents|claude|gemini|contribut\w*|code_of_conduct|copilot[\w-]*|\.cursor\w*)[^/]*$/i;

/** A part of the code by its name, with its description. */
function describePart(
  [, name = "", size, description = ""]: readonly string[],
  evidence: Statement["evidence"],
): Statement[] {
  const simplified = simplifyText(description, 2);
  const called = capitalized(spokenName(name.slice(name.lastIndexOf("/") + 1)));
  return simplified ? [{ text: `- **${called}** (${size}): ${withMarks(simplified)}`, evidence }] : [];
}

function ownWords(context: AnswerContext, { text, evidence }: Statement): string | null {
  const simplified = isProse(context, evidence) && !text.startsWith("|") ? simplifyText(text) : null;
  return simplified && withMarks(simplified);
}

/** A citation after each sentence. */
function withMarks(sentences: readonly string[]): string {
  return sentences.map((sentence) => `${asSentence(sentence)} ${citationPlaceholder}`).join(" ");
}

function locationOf(context: AnswerContext, { repositoryId, path, commit }: Evidence): FileRef | null {
  const codebase = context.withContext.find((one) => one.repositoryId === repositoryId);
  // Facts are those of the index's own commit.
  return codebase && commit === undefined ? { codebase, path } : null;
}

/** Prose says what it says; of code, only what its comments say is quoted here. */
function isProse(context: AnswerContext, evidence: readonly Evidence[]): boolean {
  return evidence.some((one) => {
    const location = locationOf(context, one);
    const kind = location && context.facts(location)?.kind;
    return kind === "docs" || (kind !== "test" && location !== null && context.facts(location)?.header !== null);
  });
}

/** Describes the cited lines of a file. */
function describeLines(
  facts: FileFacts,
  cited: { evidence: Evidence; text: string; heading: string | null },
): string | null {
  const { evidence, text, heading } = cited;
  if (facts.kind === "docs") return null;
  if (facts.kind === "test") return describeTest(text);
  const key = facts.configKeys.find(
    ({ line }) => isWithin(line, evidence) && evidence.endLine - evidence.startLine < 2,
  );
  if (key) return describeSetting(key);
  if (/\bis used$/.test(heading ?? "") || /^- .*(?:, |: )in `/.test(text)) return describeUse(facts, evidence);
  if (text.startsWith("|")) return describeCall(facts, evidence, text);
  const symbol = declaredAt(facts, evidence);
  return symbol && describeSymbol(symbol);
}

function isWithin(line: number, { startLine, endLine }: Evidence): boolean {
  return line >= startLine && line <= endLine;
}

/** The declaration that begins in these lines, or whose comment they are. */
function declaredAt({ symbols }: FileFacts, evidence: Evidence): SymbolFact | null {
  const found = symbols.filter(
    ({ startLine, doc }) =>
      isWithin(startLine, evidence) ||
      (doc !== null && doc.startLine <= evidence.endLine && doc.endLine >= evidence.startLine),
  );
  return found[0] ?? null;
}

function describeSymbol({ name, doc }: SymbolFact): string | null {
  const simplified = simplifyText(summarizeDoc(doc, 320, 3)?.text ?? "");
  return simplified && `**${capitalized(spokenName(name))}**: ${withMarks(simplified)}`;
}

/** A title that is a sentence of its own. */
function describeTest(text: string): string | null {
  const title = /“([^”]+)”/.exec(text)?.[1]?.replaceAll("`", "") ?? "";
  return isPlain(title) ? `${capitalized(title)} ${citationPlaceholder}` : null;
}

function describeSetting({ name, defaultValue, comment }: FileFacts["configKeys"][number]): string | null {
  const simplified = comment === null ? null : simplifyText(cleanProse(comment), 1);
  const value =
    defaultValue !== null && /^[\w .%-]{1,30}$/.test(defaultValue) ? ` (${defaultValue} unless changed)` : "";
  const title = `“${capitalized(spokenName(name.replace(/^--?/, "")).trim())}” can be set${value}`;
  return simplified ? `${title}: ${withMarks(simplified)}` : `${title}. ${citationPlaceholder}`;
}

/** A row of a table of calls: what the call is for, and how it is named. */
function describeCall({ endpoints }: FileFacts, { startLine }: Evidence, row: string): string | null {
  const call = endpoints.find((one) => one.startLine === startLine);
  if (!call) return null;
  const simplified = row.split("|").flatMap((cell) => simplifyText(cell.trim(), 1) ?? [])[0];
  const words = spokenName(call.path.replaceAll(/[^A-Za-z\d]+/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
  if (words === "") return null;
  return `“${capitalized(words)}” can be asked for from outside${simplified === undefined ? `. ${citationPlaceholder}` : `: ${withMarks([simplified])}`}`;
}

/** Names that many things have, and that say nothing of what this one is. */
const generic =
  /^(?:constructor|build|main|handler?|handle|perform|execute|process|index|get|set|run|call|init|__\w+__|setup|create|new|default|test\w*|fn|callback)$/i;

function describeUse({ symbols }: FileFacts, { startLine }: Evidence): string | null {
  const within = innermost(symbols, startLine);
  const called = within && generic.test(within.name) ? within.parent : within?.name;
  if (!within || called == null || generic.test(called)) return null;
  const simplified = simplifyText(summarizeDoc(within.doc, 200, 1)?.text ?? "", 1);
  const name = `“${capitalized(spokenName(called))}”`;
  return simplified ? `${name} relies on it: ${withMarks(simplified)}` : `${name} relies on it. ${citationPlaceholder}`;
}

/** Comments of a whole sentence among the quoted lines, which say what a step is for. */
async function describeComments(context: AnswerContext, evidence: readonly Evidence[]): Promise<Statement[]> {
  const reported: Statement[] = [];
  for (const one of evidence) {
    const location = locationOf(context, one);
    if (!location || context.facts(location)?.kind === "docs") continue;
    const lines = await context.lines(location);
    for (const text of commentsIn(lines.slice(one.startLine - 1, one.endLine))) {
      const simplified = simplifyText(cleanProse(text), 2);
      if (simplified && reported.length < maxComments)
        reported.push({ text: `- ${capitalized(withMarks(simplified))}`, evidence: [one] });
    }
  }
  return reported;
}

function commentsIn(lines: readonly string[]): string[] {
  const found: { text: string; end: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const text = /^\s*(?:\/\/+|#+|--)\s+(.+)$/.exec(line)?.[1];
    const last = found.at(-1);
    if (text === undefined) continue;
    if (last?.end === at - 1) Object.assign(last, { text: `${last.text} ${text}`, end: at });
    else found.push({ text, end: at });
  }
  return found
    .map(({ text }) => text)
    .filter((text) => text.split(/\s+/).length >= fewestWords && !/noqa|eslint|TODO|FIXME|XXX|type:/.test(text));
}
