import { closeSeams, isLeading, leansOnBefore, ledBy, rowsBelow, textOf } from "./close-seams.ts";
import { splitPieces, type MarkdownPiece } from "./split-pieces.ts";

/** What a written section says in one place, with the numbers it cites. */
export interface CitedStatement {
  text: string;
  /** Empty for a first paragraph that sums up what follows. */
  numbers: number[];
  /** The words that lead to its list, or the head of its table, with which it is read; "" for none. */
  under: string;
}

/** A statement ends with its numbers. */
const behindNumbers = /(?<=\[\d{1,4}\][.,;:!?)]{0,2})\s+(?=[^\s[])/;
/** Words that lead to a list and are as many as a sentence has say something themselves: "Errors mostly do not stop the caller:". */
const leastWordsOfLead = 5;

/**
 * The statements of a Markdown text that say something of the code: no headings, no code blocks. Words that lead to a list rest on
 * what the list cites.
 */
export function statementsOf(content: string): CitedStatement[] {
  const pieces = splitPieces(content);
  const holders = holdersOf(pieces);
  return pieces.flatMap((piece, at) => {
    if (piece.kind !== "text" && piece.kind !== "item" && piece.kind !== "row") return [];
    const under = textOf(holders.get(piece) ?? { kind: "blank", lines: [] });
    if (isLeading(piece)) return leadOf(piece, ledBy(pieces, at), under);
    return partsOf(piece)
      .filter((part) => /[\p{L}\p{N}]/u.test(part.replaceAll(/\[\d{1,4}\]/g, "")))
      .map((part) => ({ text: part, numbers: numbersOf(part), under }))
      .filter(({ numbers }) => piece.kind === "text" || numbers.length > 0);
  });
}

function leadOf(lead: MarkdownPiece, led: readonly MarkdownPiece[], under: string): CitedStatement[] {
  const text = textOf(lead);
  const words = text.replaceAll(/`[^`]*`/g, "x").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const numbers = [...new Set([text, ...led.map(textOf)].flatMap(numbersOf))];
  return words < leastWordsOfLead || numbers.length === 0 ? [] : [{ text, numbers, under }];
}

function partsOf(piece: MarkdownPiece): string[] {
  const text = textOf(piece);
  return piece.kind === "row" || isLeading(piece) ? [text] : text.split(behindNumbers);
}

/** What items and rows are read with: the nearest words that lead to them, the head of the table. */
function holdersOf(pieces: readonly MarkdownPiece[]): Map<MarkdownPiece, MarkdownPiece> {
  const holders = new Map<MarkdownPiece, MarkdownPiece>();
  for (const [at, piece] of pieces.entries()) {
    for (const led of rowsBelow(pieces, at) ?? ledBy(pieces, at)) holders.set(led, piece);
  }
  return holders;
}

function numbersOf(text: string): number[] {
  return [...new Set(Array.from(text.matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number)))];
}

/**
 * The text without some of its statements, and without what means nothing when they are gone: a list whose lead was wrong,
 * sentences that go on from a lost one.
 */
export function withoutStatements(content: string, gone: readonly CitedStatement[]): string {
  const lost = new Set(gone.map(({ text }) => text));
  const pieces = splitPieces(content);
  const dropped = new Set<MarkdownPiece>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== "text" && piece.kind !== "item" && piece.kind !== "row") continue;
    const parts = partsOf(piece);
    const kept = withoutLost(parts, lost);
    if (kept.length === parts.length) continue;
    const mark = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?/.exec(piece.lines[0] ?? "")?.[0] ?? "";
    const text = kept.join(" ");
    if (kept.length > 0) piece.lines = `${mark}${text.slice(kept[0] === parts[0] ? mark.trimStart().length : 0)}`.split("\n");
    else for (const one of [piece, ...ledBy(pieces, at)]) dropped.add(one);
  } // prettier-ignore
  const left = closeSeams(pieces, (piece) => !dropped.has(piece));
  return left.flatMap(({ lines }) => lines).join("\n");
}

function withoutLost(parts: readonly string[], lost: ReadonlySet<string>): string[] {
  let isBare = false;
  return parts.filter((part) => {
    isBare = lost.has(part) || (isBare && leansOnBefore(part));
    return !isBare;
  });
}
