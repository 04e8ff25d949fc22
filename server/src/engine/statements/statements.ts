import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import type { Focus } from "#server/engine/retrieval/judge-passages.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { summarizeBriefly, summarizeDoc, type DocSummary } from "#server/engine/text/summarize-doc.ts";

/** Statements under a heading, which is shown only if at least one of them is. */
export interface StatementBlock {
  heading: string | null;
  statements: readonly Statement[];
  /**
   * Share of the question's words of which the block says that the code does not hold them; absent where it says none.
   */
  missing?: number;
  /** It says that a name of the question is nowhere in the code. */
  isNameless?: boolean;
  /** It names what comes near, and is no answer. */
  isUnsure?: boolean;
}

const wholeCodeLines = 32;
const windowLines = 22;
/** A comment and its declaration further apart than this are cited apart. */
const maxProofLines = 10;

export function linesOf(location: FileRef, startLine: number, endLine = startLine): Evidence {
  return { repositoryId: location.codebase.repositoryId, path: location.path, startLine, endLine };
}

/** A path as it is shown: with the repository's name where there are several; of a text from outside only its title. */
export function shownPath(context: AnswerContext, location: FileRef): string {
  if (location.codebase.isContext) return codeSpan(location.path.split("/", 1)[0] ?? location.path);
  return codeSpan(context.codebases.length > 1 ? `${location.codebase.name}/${location.path}` : location.path);
}

/** What a search through one repository covers, in words: of several it is one. */
export function wholeOf(context: AnswerContext, codebase: Codebase): string {
  return context.codebases.length > 1 ? codeSpan(codebase.name) : "the indexed code";
}

/** The lines that prove a statement about a declaration: its first line, and its comment if that was quoted. */
export function evidenceOf(located: LocatedSymbol, doc: DocSummary | null): Evidence[] {
  const { startLine } = located.symbol;
  if (!doc) return [linesOf(located, startLine)];
  const first = Math.min(doc.startLine, startLine);
  const last = Math.max(doc.endLine, startLine);
  if (last - first < maxProofLines) return [linesOf(located, first, last)];
  return [linesOf(located, doc.startLine, doc.endLine), linesOf(located, startLine)];
}

export function shownName({ name, parent }: SymbolFact): string {
  return parent ? `${parent}.${name}` : name;
}

/** One list entry about a declaration: what its comment says, or its signature. */
export function symbolEntry(context: AnswerContext, located: LocatedSymbol): Statement {
  const doc = summarizeDoc(located.symbol.doc, 220, 2);
  const signature = isPlainName(located.symbol) ? "" : `: ${shownSignature(located.symbol)}`;
  const stated = doc === null ? signature : ` — ${doc.text}`;
  return {
    text: `- ${codeSpan(shownName(located.symbol))} (${shownPath(context, located)})${stated}`,
    evidence: evidenceOf(located, doc),
  };
}

const maxSignatureLength = 110;

/** A declaration as a reader wants to see it: without comments inside it, and cut when it is very long. */
export function shownSignature({ signature }: SymbolFact): string {
  return codeSpan(signature.replace(/\s+(?:\/\/|#)\s.*$/, " …"), maxSignatureLength);
}

function isPlainName({ name, signature }: SymbolFact): boolean {
  return (
    signature.replaceAll(/\b(?:export|default|const|class|function|def|type|interface)\b|[\s(){};:=]/g, "") === name
  );
}

/** The lines of a declaration that decide: all of a short one, the densest window of a long one. */
export async function codeStatement(
  context: AnswerContext,
  located: LocatedSymbol,
  terms: readonly QuestionTerm[],
  focus: Focus | null = null,
): Promise<Statement | null> {
  const lines = await context.lines(located);
  const language = context.facts(located)?.language ?? null;
  const { startLine, endLine } = decisiveLines(lines, afterDocstring(located.symbol), { terms, focus });
  const quoted = lines.slice(startLine - 1, endLine);
  if (quoted.every((line) => line.trim() === "")) return null;
  const range = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return {
    text: `${shownPath(context, located)}, ${range} ${citationPlaceholder}:\n\n${fence(quoted, language)}`,
    evidence: [linesOf(located, startLine, endLine)],
  };
}

const otherLines = 12;

/** Other lines of a long declaration that say nearly as much as those quoted first; null where those hold them. */
export async function otherLinesStatement(
  context: AnswerContext,
  located: LocatedSymbol & { focus: Focus | null },
  quoted: Statement | null,
): Promise<Statement | null> {
  const other = located.focus?.other;
  if (!other) return null;
  const isQuoted = quoted?.evidence.some(({ startLine, endLine }) => startLine <= other.line && other.line <= endLine);
  if (isQuoted !== false) return null;
  const lines = await context.lines(located);
  const startLine = wholeStart(lines, located.symbol.startLine, other.startLine);
  const endLine = Math.min(
    located.symbol.endLine,
    Math.max(other.endLine, Math.min(other.line + 3, startLine + otherLines)),
  );
  const text = `and lines ${startLine}–${endLine} ${citationPlaceholder}:\n\n${fence(lines.slice(startLine - 1, endLine), context.facts(located)?.language ?? null)}`;
  return { text, evidence: [linesOf(located, startLine, endLine)] };
}

const maxEntryLines = 30;

/** One list entry about a declaration: what its comment says, or else the line in it that matches the question best. */
export async function focusedEntry(
  context: AnswerContext,
  located: LocatedSymbol & { focus: Focus | null },
): Promise<Statement> {
  const { focus, symbol } = located;
  const doc = summarizeBriefly(symbol.doc, 170);
  const name = `- ${codeSpan(shownName(symbol))} (${shownPath(context, located)}, line ${symbol.startLine})`;
  const [first] = evidenceOf(located, doc);
  const isInside = focus !== null && focus.line > symbol.startLine && focus.line <= symbol.endLine;
  const line = isInside ? ((await context.lines(located))[focus.line - 1] ?? "").trim() : "";
  const shown = doc === null && line.length >= shortestLine && !line.includes("```") ? codeSpan(line, 110) : "";
  const stated =
    doc !== null
      ? ` — ${doc.text}`
      : shown === ""
        ? isPlainName(symbol)
          ? ""
          : `: ${shownSignature(symbol)}`
        : `; line ${focus?.line}: ${shown}`;
  if (!isInside || first === undefined) return { text: `${name}${stated}`, evidence: evidenceOf(located, doc) };
  const isNear = focus.endLine - first.startLine < maxEntryLines;
  const evidence = isNear
    ? [linesOf(located, first.startLine, Math.max(first.endLine, focus.endLine))]
    : [...(doc === null ? [] : [first]), linesOf(located, focus.startLine, focus.endLine)];
  return { text: `${name}${stated}`, evidence };
}

/** A bracket alone says nothing. */
const shortestLine = 6;

/** A docstring that opens the body is quoted as text already; the code begins after it. */
function afterDocstring({ doc, startLine, endLine }: SymbolFact): { startLine: number; endLine: number } {
  const isInside = doc !== null && doc.startLine > startLine && doc.endLine < endLine;
  return { startLine: isInside ? doc.endLine + 1 : startLine, endLine };
}

function decisiveLines(
  lines: readonly string[],
  symbol: Pick<SymbolFact, "startLine" | "endLine">,
  { terms, focus }: { terms: readonly QuestionTerm[]; focus: Focus | null },
): { startLine: number; endLine: number } {
  const endLine = Math.min(symbol.endLine, lines.length);
  if (endLine - symbol.startLine < wholeCodeLines) return { startLine: symbol.startLine, endLine };
  if (focus && focus.startLine >= symbol.startLine && focus.endLine <= endLine) {
    // The beginning matters more than the lines after the match.
    const isEarly = focus.endLine < symbol.startLine + windowLines;
    const startLine = isEarly ? symbol.startLine : wholeStart(lines, symbol.startLine, focus.startLine);
    return { startLine, endLine: Math.min(endLine, Math.max(startLine + windowLines - 1, focus.endLine)) };
  }
  const wanted = new Set(terms.flatMap((term) => [term.stem, ...term.synonyms]));
  const exact = new Set(terms.map((term) => term.stem));
  const weights = lines.slice(symbol.startLine - 1, endLine).map((line) => {
    const stems = new Set(stemsOf(line));
    return [...stems].reduce((sum, one) => sum + (exact.has(one) ? 1 : wanted.has(one) ? 0.3 : 0), 0);
  });
  let best = { at: 0, weight: -1 };
  for (let at = 0; at + windowLines <= weights.length; at += 1) {
    // A touch of decay, so that among equals the first window, which holds the signature, is taken.
    const weight = weights.slice(at, at + windowLines).reduce((sum, one) => sum + one, 0) - at * 0.002;
    if (weight > best.weight) best = { at, weight };
  }
  const startLine = wholeStart(lines, symbol.startLine, symbol.startLine + best.at);
  return { startLine, endLine: Math.min(endLine, startLine + windowLines - 1) };
}

/** How far a window's first line is moved to begin with a whole statement. */
const maxShift = 10;

/**
 * The nearest line at or above `from` where a statement begins, else the nearest below: a window that opens in the
 * middle of an expression, of a list of arguments or of a comment cannot be read.
 */
function wholeStart(lines: readonly string[], first: number, from: number): number {
  const above = Array.from({ length: Math.min(maxShift, from - first) + 1 }, (_, at) => from - at);
  const below = Array.from({ length: maxShift }, (_, at) => from + 1 + at);
  return [...above, ...below].find((line) => line === first || beginsStatement(lines, line)) ?? from;
}

function beginsStatement(lines: readonly string[], line: number): boolean {
  const text = (lines[line - 1] ?? "").trim();
  const before =
    lines
      .slice(Math.max(0, line - 4), line - 1)
      .findLast((one) => one.trim() !== "")
      ?.trim() ?? "";
  if (
    text === "" ||
    /^(?:[)\]}>.,?:|&+*=]|\/?\*|-(?![-\w])|(?:else|elif|catch|except|finally|and|or|in|as|then)\b)/.test(text)
  )
    return false;
  if (/^(?:\/\/|#(?!\[))/.test(before)) return false;
  return (
    !/(?:[,([=+&|?.<]|=>|->|\\|\b(?:and|or|return|not|in))$/.test(before) &&
    (!before.endsWith(":") ||
      /^(?:if|for|while|with|def|class|else|try|elif|except|case|default|async|match|finally)\b/.test(before))
  );
}
