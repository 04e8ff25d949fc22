import { closeSeams, isLeading, leansOnBefore, ledBy, rowsBelow, textOf } from "./close-seams.ts";
import { blotCode, withoutCitations } from "./outside-code.ts";
import { splitPieces, type MarkdownPiece } from "./split-pieces.ts";

/** What a written section says in one place, with the numbers it cites. */
export interface CitedStatement {
  text: string;
  /** Empty for a first paragraph that sums up what follows. */
  numbers: number[];
  /** The words that lead to its list, or the head of its table, with which it is read; "" for none. */
  under: string;
  /** Of an item or row, how many its list or table has; 0 for all others. */
  entries: number;
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
    const entries = entriesBeside(pieces, at);
    return partsOf(piece)
      .filter((part) => /[\p{L}\p{N}]/u.test(withoutCitations(part)))
      .map((part) => ({ text: part, numbers: numbersOf(part), under, entries }))
      .filter(({ numbers }) => piece.kind === "text" || numbers.length > 0);
  });
}

function leadOf(lead: MarkdownPiece, led: readonly MarkdownPiece[], under: string): CitedStatement[] {
  const text = textOf(lead);
  const words = text.replaceAll(/`[^`]*`/g, "x").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const numbers = [...new Set([text, ...led.map(textOf)].flatMap(numbersOf))];
  return words < leastWordsOfLead || numbers.length === 0 ? [] : [{ text, numbers, under, entries: 0 }];
}

/** The items or rows that stand together with the one at a place, itself among them. */
function entriesBeside(pieces: readonly MarkdownPiece[], at: number): number {
  const kind = pieces[at]?.kind;
  if (kind !== "item" && kind !== "row") return 0;
  const isPart = (piece: MarkdownPiece) => piece.kind === kind || (kind === "item" && piece.kind === "blank");
  const from = pieces.slice(0, at).findLastIndex((piece) => !isPart(piece)) + 1;
  const end = pieces.slice(at).findIndex((piece) => !isPart(piece));
  return pieces.slice(from, end === -1 ? undefined : at + end).filter((piece) => piece.kind === kind).length;
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
  return [...new Set(Array.from(blotCode(text).matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number)))];
}

/**
 * The text without some of its statements, and without what means nothing when they are gone: sentences that go on from a
 * lost one, the items of a wrong lead that are no sentences of their own. What was proven without the lead stays.
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
    else losePiece(pieces, at, dropped);
  } // prettier-ignore
  const left = closeSeams(pieces, (piece) => !dropped.has(piece));
  return left.flatMap(({ lines }) => lines).join("\n");
}

/** Takes a piece away, and of what it leads to whatever was not proven without it. */
function losePiece(pieces: readonly MarkdownPiece[], at: number, dropped: Set<MarkdownPiece>): void {
  const [piece, led] = [pieces[at], ledBy(pieces, at)];
  if (piece === undefined) return;
  dropped.add(piece);
  // The rows of a table are read with its head, not with the words before it.
  if (led[0]?.kind === "row") return;
  const items = led.length > 0 ? led : itemsBehind(pieces, at);
  const stays = (one: MarkdownPiece) =>
    one.kind === "item" && (led.length === 0 || isSentence(one)) && !leansOnBefore(sayingOf(one));
  const isBound = piece.kind === "item" || (led.length > 0 && bindsItems.test(textOf(piece)));
  const left = isBound ? [] : items.filter(stays);
  for (const one of items) if (!left.includes(one)) dropped.add(one);
  const before = pieces.slice(0, at).findLast((one) => one.kind !== "blank" && !dropped.has(one));
  const isAtHead = before === undefined || before.kind === "heading";
  if (left.length === 0 || (led.length === 0 && !isAtHead)) return;
  piece.lines = [isAtHead ? plainLead : plainLeadBetween];
  dropped.delete(piece);
}

/** What leads to proven items whose own lead was wrong; it says nothing itself. */
const plainLead = "The code shows this:";
const plainLeadBetween = "Besides:";
/** Words that turn what the items say, or say when it is so. */
const bindsItems =
  /\b(?:not|no|never|nobody|none|nothing|neither|nor|cannot|without|except|unless|only|if|when|whenever|while|where|until|before|after|once|during|instead)\b|n['’]t\b/i;
const leastWordsOfSentence = 5;

/** The list that begins right behind a paragraph that does not lead to it. */
function itemsBehind(pieces: readonly MarkdownPiece[], at: number): MarkdownPiece[] {
  if (pieces[at]?.kind !== "text") return [];
  const rest = pieces.slice(at + 1).filter(({ kind }) => kind !== "blank");
  const end = rest.findIndex(({ kind }) => kind !== "item" && kind !== "fence");
  const list = end === -1 ? rest : rest.slice(0, end);
  return list[0]?.kind === "item" ? list : [];
}

const sayingOf = (item: MarkdownPiece) => textOf(item).replace(/^(?:[-*+]|\d+[.)])\s+/, "");

function isSentence(item: MarkdownPiece): boolean {
  const saying = withoutCitations(sayingOf(item)).trim();
  const words = saying.replaceAll(/`[^`]*`/g, "x").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words >= leastWordsOfSentence && /[.!?]$/.test(saying);
}

function withoutLost(parts: readonly string[], lost: ReadonlySet<string>): string[] {
  let isBare = false;
  return parts.filter((part) => {
    isBare = lost.has(part) || (isBare && leansOnBefore(part));
    return !isBare;
  });
}
