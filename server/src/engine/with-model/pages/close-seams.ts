import type { MarkdownPiece } from "./split-pieces.ts";

/** A piece as it was written, without blanks around it. */
export function textOf({ lines }: MarkdownPiece): string {
  return lines.join("\n").trim();
}

/** Whether it is words that lead to what follows. */
export function isLeading({ kind, lines }: MarkdownPiece): boolean {
  return (kind === "text" || kind === "item") && /:\**\s*$/.test(lines.join("\n"));
}

const indentOf = ({ lines }: MarkdownPiece) => /^\s*/.exec(lines[0] ?? "")?.[0].length ?? 0;
/** By what something led to begins with, what belongs to it. */
const together: Record<string, readonly MarkdownPiece["kind"][]> = {
  item: ["item", "fence"],
  row: ["row", "rule"],
  fence: [],
};

/** What the words at a place lead to: the list, table or code block after a paragraph, the deeper items after an item. */
export function ledBy(pieces: readonly MarkdownPiece[], at: number): MarkdownPiece[] {
  const lead = pieces[at];
  if (lead === undefined || !isLeading(lead)) return [];
  const [first, ...rest] = pieces.slice(at + 1).filter(({ kind }) => kind !== "blank");
  const kinds = first && together[first.kind];
  const isBelow = (piece: MarkdownPiece) => lead.kind !== "item" || indentOf(piece) > indentOf(lead);
  if (kinds === undefined || first === undefined || !isBelow(first)) return [];
  const end = rest.findIndex((piece) => !kinds.includes(piece.kind) || !isBelow(piece));
  return [first, ...(end === -1 ? rest : rest.slice(0, end))];
}

/** The rows of the table that begins with a head at a place; null where none does. */
export function rowsBelow(pieces: readonly MarkdownPiece[], at: number): MarkdownPiece[] | null {
  if (pieces[at]?.kind !== "row" || pieces[at + 1]?.kind !== "rule") return null;
  const rest = pieces.slice(at + 2);
  const end = rest.findIndex(({ kind }) => kind !== "row");
  return end === -1 ? rest : rest.slice(0, end);
}

/** Words that mean what was said just before. */
const leansOn =
  /^[*_]{0,2}(?:these|this|it|its|they|their|those|that|both|such|then|so|but|however|otherwise|instead|hence|therefore|thus|also|the (?:latter|former|others?|same|rest))\b/i;

/** Whether a sentence cannot be understood without the one before it. */
export function leansOnBefore(sentence: string): boolean {
  return leansOn.test(sentence.trim());
}

const counts = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/** "Six things carry the rest:", and no "within six minutes:". */
const counting = new RegExp(`^(\\s*(?:[-*+]\\s+)?(?:the\\s+|these\\s+)?)(${counts.slice(1).join("|")})\\b`, "i");

/**
 * The pieces that stay where some are taken away, without what cannot stand alone: words that lead to nothing, the head of a table
 * without rows, a paragraph that begins with "These" after the lost one. A lead that begins with the number of its items says how many
 * are left, and numbered items are numbered anew, for which lines of pieces are replaced.
 */
export function closeSeams(
  pieces: readonly MarkdownPiece[],
  isKept: (piece: MarkdownPiece) => boolean,
): MarkdownPiece[] {
  const kept = new Set(pieces.filter(isKept));
  dropLeaning(pieces, kept);
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const [piece, next] = [pieces[at], pieces[at + 1]];
    if (piece === undefined || !kept.has(piece)) continue;
    const rows = rowsBelow(pieces, at);
    if (rows?.length && next && !rows.some((row) => kept.has(row))) {
      kept.delete(piece);
      kept.delete(next);
    }
    const led = ledBy(pieces, at);
    if (led.length > 0 && !led.some((one) => kept.has(one))) kept.delete(piece);
    else recount(piece, led, kept);
  }
  renumber(pieces, kept);
  return pieces.filter((piece) => kept.has(piece));
}

function dropLeaning(pieces: readonly MarkdownPiece[], kept: Set<MarkdownPiece>): void {
  let before: MarkdownPiece | null = null;
  for (const piece of pieces) {
    if (piece.kind === "blank") continue;
    const isBare = before?.kind === "text" && !kept.has(before) && !isLeading(before);
    if (piece.kind === "text" && isBare && leansOnBefore(textOf(piece))) kept.delete(piece);
    before = piece.kind === "text" ? piece : null;
  }
}

/** "Six things carry it:" of which five are left; of one alone nobody knows what it is an example of. */
function recount(lead: MarkdownPiece, led: readonly MarkdownPiece[], kept: Set<MarkdownPiece>): void {
  const least = Math.min(...led.map(indentOf));
  const items = led.filter((one) => one.kind === "item" && indentOf(one) === least);
  const left = items.filter((one) => kept.has(one)).length;
  const [whole, before = "", word = ""] = counting.exec(lead.lines[0] ?? "") ?? [];
  if (whole === undefined || left === items.length || counts.indexOf(word.toLowerCase()) + 1 !== items.length) return;
  if (left < 2) {
    for (const one of [lead, ...led]) kept.delete(one);
    return;
  }
  const number = counts[left - 1] ?? "";
  const cased = /^[A-Z]/.test(word) ? number.charAt(0).toUpperCase() + number.slice(1) : number;
  lead.lines[0] = `${before}${cased}${(lead.lines[0] ?? "").slice(whole.length)}`;
}

const ordered = /^(\s*)(\d+)([.)]\s)/;

/** Lists that began with 1 and lost items. */
function renumber(pieces: readonly MarkdownPiece[], kept: ReadonlySet<MarkdownPiece>): void {
  const next = new Map<number, number>();
  for (const piece of pieces) {
    const match = piece.kind === "item" ? ordered.exec(piece.lines[0] ?? "") : null;
    if (piece.kind === "text" || piece.kind === "heading") next.clear();
    if (match === null) continue;
    const [whole, indent = "", number = "", mark = ""] = match;
    if (number === "1") next.set(indent.length, 1);
    const is = next.get(indent.length);
    if (is === undefined || !kept.has(piece)) continue;
    piece.lines[0] = `${indent}${is}${mark}${(piece.lines[0] ?? "").slice(whole.length)}`;
    next.set(indent.length, is + 1);
  }
}
