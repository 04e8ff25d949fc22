import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import type { SectionText } from "#server/engine/sections/section-text.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";
import { createCitationFilter } from "#server/engine/with-model/citation-filter.ts";

import { cleanMarkup } from "./clean-markup.ts";
import { closeSeams } from "./close-seams.ts";
import { dropInvented } from "./drop-invented.ts";
import type { SectionMaterial } from "./section-material.ts";
import { splitPieces, type MarkdownPiece } from "./split-pieces.ts";
import { unwrap } from "./unwrap.ts";

/** A model's text as it may be shown, or why it may not, in words that the model understands. */
export type JudgedText =
  /** `lost` is what was left out, as it was written. */
  { ok: true; text: SectionText; lost: readonly string[] } | { ok: false; problem: string };

/**
 * Checks Markdown of a model: citations that name nothing go, and so does every paragraph, item and row that cites
 * nothing or names code that its facts do not hold. Leads and headings stay while they lead to something; with `hasSummary`
 * so does a first paragraph without a number, for somebody else to compare with what follows.
 */
export function judgeText(
  raw: string,
  material: SectionMaterial,
  { title, hasSummary = false }: { title: string; hasSummary?: boolean },
): JudgedText {
  const unwrapped = unwrap(raw);
  if (!unwrapped.ok) return unwrapped;
  const known = createKnown(material);
  const shown: CheckedEvidence[] = [];
  const numbers = new Map<number, number>();
  const filter = createCitationFilter((cited) => renumber(cited, { material, shown, numbers }));
  const cleaned = clean(unwrapped.text, { known, count: material.sources.length });
  const text = filter.push(cleaned.text) + filter.end();
  const pieces = splitPieces(text);
  const kept = keepProven(pieces, { known, hasSummary });
  const content = tidy(kept, title);
  if (content === "") return { ok: false, problem: nothingLeft };
  const lost = pieces.filter((piece) => states(piece) && !kept.includes(piece)).map(({ lines }) => lines.join("\n"));
  const lists = material.builtIn?.lists ?? [];
  const dropped = lost.length + cleaned.lost.length;
  const section = { ...compact(hideSecrets(content), shown), lists, dropped };
  return { ok: true, text: section, lost: [...cleaned.lost, ...lost] };
}

const nothingLeft =
  "No paragraph, list item or table row bore the number of a fact or passage that proves it, such as [3], and named only code that stands in them.";

function renumber(
  cited: number,
  { material, shown, numbers }: { material: SectionMaterial; shown: CheckedEvidence[]; numbers: Map<number, number> },
): number | null {
  const source = material.sources[cited - 1];
  if (!source) return null;
  const number = numbers.get(cited) ?? shown.push(source);
  numbers.set(cited, number);
  return number;
}

/** The names in the facts and passages, to distinguish known from invented names. */
interface KnownNames {
  hasWords: (text: string) => boolean;
  hasLine: (line: string) => boolean;
  hasAddress: (address: string) => boolean;
}

function createKnown({ text: shown, sources }: SectionMaterial): KnownNames {
  const all = [shown, ...sources.map(({ path }) => path)].join("\n");
  const stems = new Set(stemsOf(all));
  const lines = new Set(all.split("\n").map((line) => line.replaceAll(/\s+/g, "")));
  return {
    hasWords: (text) => stemsOf(text).every((one) => one.length < 3 || /^\d+$/.test(one) || stems.has(one)),
    hasLine: (line) => lines.has(line.replaceAll(/\s+/g, "")) || shown.includes(line.trim()),
    hasAddress: (address) => all.includes(address),
  };
}

/** The text without foreign markup and invented statements, and the lines from which such were taken. */
function clean(text: string, { known, count }: { known: KnownNames; count: number }): { text: string; lost: string[] } {
  let fence: string | null = null;
  const lost: string[] = [];
  const lines = text.split("\n").map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    const isInside = fence !== null;
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence)) fence = null;
    if (isInside || mark !== null) return line;
    const tidied = cleanMarkup(line, known.hasAddress);
    const proven = dropInvented(tidied, count);
    if (proven !== tidied) lost.push(line);
    return proven;
  });
  return { text: lines.join("\n"), lost };
}

/** Whether it says something, and does not only lead to what does. */
function states({ kind, lines }: MarkdownPiece): boolean {
  if (kind === "row" || kind === "fence") return true;
  return (kind === "text" || kind === "item") && !endsInColon.test(lines.join("\n"));
}

const endsInColon = /:\**\s*$/;

/** From the end, so that a lead knows whether anything is left of what it leads to. */
function keepProven(
  pieces: readonly MarkdownPiece[],
  { known, hasSummary }: { known: KnownNames; hasSummary: boolean },
): MarkdownPiece[] {
  const kept = new Set<MarkdownPiece>();
  const solid = pieces.filter(({ kind }) => kind !== "blank");
  const firstText = solid.findIndex(({ kind }) => kind !== "heading");
  for (let at = solid.length - 1; at >= 0; at -= 1) {
    const [piece, next] = [solid[at], solid[at + 1]];
    if (!piece) continue;
    const leads = next !== undefined && kept.has(next);
    const isFollowed = leads || (next?.kind === "heading" && kept.size > 0);
    const isSummary = hasSummary && isFollowed && at === firstText && piece.kind === "text" && namesKnown(piece, known);
    if (isProven(piece, known) || isSummary || (leads && isLead(piece, next))) kept.add(piece);
  }
  // Code is proven by its own lines, but only words can cite it.
  for (const [at, piece] of solid.entries()) {
    if (piece.kind !== "fence" || !isQuoted(piece, known)) continue;
    const [before, after] = [solid[at - 1], solid[at + 1]];
    const isCited = [before, after].some((one) => one !== undefined && kept.has(one) && hasMark(one));
    if (isCited) kept.add(piece);
    if (isCited && before && isLead(before, piece) && namesKnown(before, known)) kept.add(before);
  }
  return withoutEmptyHeads(
    closeSeams(pieces, (piece) => piece.kind === "blank" || kept.has(piece) || piece.kind === "heading"),
  );
}

function isProven(piece: MarkdownPiece, known: KnownNames): boolean {
  return (
    piece.kind !== "heading" &&
    piece.kind !== "fence" &&
    piece.kind !== "rule" &&
    hasMark(piece) &&
    namesKnown(piece, known)
  );
}

function hasMark({ lines }: MarkdownPiece): boolean {
  return /\[\d+\]/.test(lines.join("\n").replace(/(`+)[\s\S]*?\1/g, ""));
}

/** Names in backticks must be in the facts: all others are made up. */
function namesKnown({ lines }: MarkdownPiece, known: KnownNames): boolean {
  return [...lines.join("\n").matchAll(/(`+)([\s\S]*?)\1/g)].every(([, , code = ""]) => known.hasWords(code));
}

/** A table's head and rule before its rows, or words that end with a colon. */
function isLead(piece: MarkdownPiece, next: MarkdownPiece): boolean {
  if (piece.kind === "rule") return next.kind === "row" && piece.lines.join("").includes("|");
  if (piece.kind === "row") return next.kind === "rule";
  return (
    (piece.kind === "text" || piece.kind === "item") &&
    next.kind !== "heading" &&
    endsInColon.test(piece.lines.join("\n"))
  );
}

/** Whether nearly all lines of a code block were shown to the model. */
function isQuoted({ lines }: MarkdownPiece, known: KnownNames): boolean {
  const inside = lines.slice(1, -1).filter((line) => line.trim() !== "");
  return inside.length > 0 && inside.filter((line) => known.hasLine(line)).length >= inside.length * 0.8;
}

function withoutEmptyHeads(pieces: readonly MarkdownPiece[]): MarkdownPiece[] {
  const level = (piece: MarkdownPiece) =>
    piece.kind === "heading" ? (/#+/.exec(piece.lines[0] ?? "")?.[0].length ?? 6) : null;
  return pieces.filter((piece, at) => {
    const own = level(piece);
    if (own === null) return true;
    const next = pieces.slice(at + 1).find((one) => one.kind !== "blank" && (level(one) ?? 0) <= own);
    return next !== undefined && level(next) === null;
  });
}

/** Without a title of its own and with headings that fit below the section's. */
function tidy(pieces: readonly MarkdownPiece[], title: string): string {
  const flat = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const shown = pieces.filter(({ kind, lines }) => kind !== "heading" || flat(lines[0] ?? "") !== flat(title));
  const levels = shown.flatMap(({ kind, lines }) =>
    kind === "heading" ? [/#+/.exec(lines[0] ?? "")?.[0].length ?? 3] : [],
  );
  const shift = Math.max(0, 3 - Math.min(...levels, 3));
  return shown
    .flatMap(({ kind, lines }) => (kind === "heading" ? lines.map((line) => lower(line, shift)) : lines))
    .join("\n")
    .replaceAll(/[^\S\n]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function lower(line: string, by: number): string {
  return line.trimStart().replace(/^#+/, (marks) => "#".repeat(Math.min(6, marks.length + by)));
}

/** Sources that are still cited, numbered in the order in which they are read. */
function compact(
  content: string,
  sources: readonly CheckedEvidence[],
): { content: string; sources: CheckedEvidence[] } {
  const kept: CheckedEvidence[] = [];
  const numbers = new Map<number, number>();
  const filter = createCitationFilter((cited) => {
    const source = sources[cited - 1];
    if (!source) return null;
    const number = numbers.get(cited) ?? kept.push(source);
    numbers.set(cited, number);
    return number;
  });
  return { content: filter.push(content) + filter.end(), sources: kept };
}
