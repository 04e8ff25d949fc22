import { hashLines, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import type { ToolPassage } from "#server/engine/evidence/tool-passage.ts";
import type { ContextBudget } from "#server/engine/with-model/look-up/context-budget.ts";
import { lengthOfLines } from "#server/engine/with-model/look-up/read-passage.ts";

import type { EvidenceBook } from "./evidence-book.ts";

const longestRow = 200;
const longestNumber = 9_999;
/** Declarations of a few lines are shown with those behind them. */
const smallPiece = 20;
/** What is left of a passage whose other lines were shown before, at the least. */
const leastLeft = 4;
/** A beginning of fewer lines is not worth its heading. */
const leastCut = 10;

/**
 * Passages as a model reads them: each line once in a conversation, under the number by which it is cited. What was shown
 * before, and what has no room, is named alone. Of one file nothing is shown behind what had no room: lines with holes
 * read as if they were whole.
 */
export async function showPassages(
  passages: readonly ToolPassage[],
  { evidence, budget, most }: { evidence: EvidenceBook; budget: ContextBudget; most: number },
): Promise<string> {
  const shown: string[] = [];
  const known: string[] = [];
  const hidden: ToolPassage[] = [];
  let length = 0;
  const show = async (part: ToolPassage): Promise<void> => {
    const write = part.matched ? rowsOf : blockOf;
    const number = evidence.holderOf(part.source) ?? (await evidence.numberOf(part.source));
    const kept = number === null ? null : budget.hold(write(part, number));
    if (kept === null) return;
    shown.push(kept);
    length += kept.length;
    if (!part.matched) evidence.hold(part.source);
  };
  for (const passage of joinSmall(passages)) {
    const parts = passage.matched ? [passage] : unshown(passage, evidence);
    if (parts.length === 0) known.push(`${placeOf(passage)} ${holdersOf(passage, evidence)}`);
    for (const part of parts) {
      const room = Math.min(most - length, budget.left);
      const isBehindHole = hidden.some((one) => !part.matched && isSameFile(one.source, part.source));
      // Only what is shown gets a number: all others could be cited unread.
      const [fitting, rest] = isBehindHole ? [null, part] : cutToRoom(part, room);
      if (fitting !== null) await show(fitting);
      if (rest !== null) hidden.push(rest);
    }
  }
  return [
    shown.join("\n"),
    known.length > 0 ? `Shown before: ${[...new Set(known)].join(", ")}.` : "",
    hidden.length > 0 ? `No room for: ${joinNext(hidden).map(placeOf).join(", ")}.` : "",
  ].filter((part) => part !== "").join("\n\n"); // prettier-ignore
}

/** What of a passage has room, from its beginning, and what does not. */
function cutToRoom(part: ToolPassage, room: number): [fitting: ToolPassage | null, rest: ToolPassage | null] {
  const write = part.matched ? rowsOf : blockOf;
  if (write(part, longestNumber).length <= room) return [part, null];
  const { startLine } = part.source;
  const cut = (count: number) => partOf(part, part.lines.slice(0, count), startLine);
  let count = part.matched ? 0 : part.lines.length;
  while (count >= leastCut && write(cut(count), longestNumber).length > room) count = Math.floor(count * 0.8);
  if (count < leastCut) return [null, part];
  return [cut(count), partOf(part, part.lines.slice(count), startLine + count)];
}

/** The numbers under which the lines of a passage were shown. */
function holdersOf({ source, lines }: ToolPassage, evidence: EvidenceBook): string {
  const numbers = lines.flatMap((_, at) => {
    const line = source.startLine + at;
    return evidence.holderOf({ ...source, startLine: line, endLine: line }) ?? [];
  });
  const whole = evidence.holderOf(source);
  return (whole === null ? [...new Set(numbers)] : [whole]).map((number) => `[${number}]`).join("");
}

/** Neighbours in one file as one, to be named. */
function joinNext(passages: readonly ToolPassage[]): ToolPassage[] {
  const joined: ToolPassage[] = [];
  for (const one of passages) {
    const last = joined.at(-1);
    const isNext =
      last !== undefined && isSameFile(last.source, one.source) && one.source.startLine === last.source.endLine + 1;
    if (isNext) joined[joined.length - 1] = partOf(last, [...last.lines, ...one.lines], last.source.startLine);
    else joined.push(one);
  }
  return joined;
}

/** Git allows line breaks in names. */
const onOneLine = (name: string) => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "\uFFFD");

function placeOf({ repository, source: { path, startLine, endLine } }: ToolPassage): string {
  const range = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `${repository === null ? "" : `${repository}: `}${onOneLine(path)} ${range}`;
}

function blockOf(passage: ToolPassage, number: number): string {
  const { lines, about, source } = passage;
  const longest = lengthOfLines(source.path);
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const margin = Math.min(...indents, 40);
  const body = lines.map((line) => line.slice(Math.min(margin, line.length)).slice(0, longest));
  const runs = body.flatMap((line) => [...line.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const ticks = "`".repeat(Math.max(2, ...runs) + 1);
  return [
    `[${number}] ${placeOf(passage)}${about === null ? "" : ` (${onOneLine(about)})`}`,
    ticks,
    ...body,
    ticks,
  ].join("\n");
}

/** `[3] src/a.ts:7: const a = 1;`, the number before the first of lines that stand together. */
function rowsOf({ source, lines, repository, matched = [] }: ToolPassage, number: number): string {
  const before = `${repository === null ? "" : `${repository}: `}${onOneLine(source.path)}`;
  const rows = matched.map((line) => `${before}:${line}: ${(lines[line - source.startLine] ?? "").trim().slice(0, longestRow)}`);
  return `[${number}] ${rows.join("\n")}`;
} // prettier-ignore

/** Neighbours in one file of which one is short, as one passage. */
function joinSmall(passages: readonly ToolPassage[]): ToolPassage[] {
  const joined: ToolPassage[] = [];
  for (const one of passages) {
    const last = joined.at(-1);
    const isNext =
      last !== undefined &&
      !last.matched &&
      !one.matched &&
      isSameFile(last.source, one.source) &&
      one.source.startLine === last.source.endLine + 1 &&
      Math.min(last.lines.length, one.lines.length) < smallPiece;
    if (isNext) joined[joined.length - 1] = partOf(last, [...last.lines, ...one.lines], last.source.startLine);
    else joined.push(one);
  }
  return joined;
}

function isSameFile(a: CheckedEvidence, b: CheckedEvidence): boolean {
  return a.repositoryId === b.repositoryId && a.commit === b.commit && a.path === b.path;
}

/** Other lines of the same file, without empty ones at their ends. */
function partOf(passage: ToolPassage, lines: readonly string[], startLine: number): ToolPassage {
  const endLine = startLine + lines.length - 1;
  return { ...passage, lines, source: { ...passage.source, startLine, endLine, hash: hashLines(lines) } };
}

/** The runs of a passage's lines that were not shown yet; few lines between others say nothing. */
function unshown(passage: ToolPassage, evidence: EvidenceBook): ToolPassage[] {
  const { startLine } = passage.source;
  const isOpen = passage.lines.map((_, at) => {
    const line = startLine + at;
    return evidence.holderOf({ ...passage.source, startLine: line, endLine: line }) === null;
  });
  if (isOpen.every(Boolean)) return [passage];
  const parts: ToolPassage[] = [];
  let from = -1;
  for (let at = 0; at <= isOpen.length; at += 1) {
    if (isOpen[at] && from === -1) from = at;
    if (isOpen[at] || from === -1) continue;
    const lines = passage.lines.slice(from, at);
    if (lines.filter((line) => line.trim() !== "").length >= leastLeft) parts.push(partOf(passage, lines, startLine + from));
    from = -1;
  }
  return parts;
} // prettier-ignore
