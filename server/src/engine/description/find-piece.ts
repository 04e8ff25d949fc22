import { stemsOf } from "#server/engine/intent/words.ts";
import { unquoted } from "#server/engine/text/quoting.ts";

import { escaped } from "./shape-text.ts";
import type { TextBlock } from "./text-blocks.ts";

/** A position in the text; `piece` is null for the whole block. */
export interface TextPosition {
  block: number;
  piece: number | null;
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const joining = new Set(
  "the a an of and to in on for it is are with about that this says which our we by be as at or from has have".split(
    " ",
  ),
);
/** Of the words that name a piece, at least this share must occur in it. */
const enoughShare = 0.6;

/**
 * The piece that a person's words name: by its number, by its own words, or by what it is about. Null where no piece or
 * more than one fits them alike.
 */
export function findPiece(reference: string, blocks: readonly TextBlock[]): TextPosition | null {
  const named =
    /^(?:the\s+|my\s+|that\s+)?(?<before>\w+\s+)?(?<kind>sentence|paragraph|line|part|list|item|bullet(?: point)?|point|heading)s?(?:\s+(?:number\s+|#)?(?<number>\d{1,3}))?(?:\s+(?:about|on|with|that says|saying|which says|that (?:speaks of|mentions|begins with|starts with)|mentioning|of|for|:)\s*(?<about>.+))?$/is.exec(
      reference.trim(),
    )?.groups;
  const kind = named?.["kind"]?.toLowerCase() ?? "";
  const isWhole = /paragraph|part|list|heading/.test(kind);
  const locations = listPlaces(blocks, kind);
  if (named && named["about"] === undefined) {
    const at = positionOf(named["before"], named["number"], locations.length);
    if (at !== null) return locations[at] ?? null;
    if (kind === "list") return locations.length === 1 ? (locations[0] ?? null) : null;
    if (named["before"] === undefined) return null;
  }
  const words = named?.["about"] ?? named?.["before"] ?? reference;
  return byWords(unquoted(words), blocks, isWhole ? locations : listPlaces(blocks, kind));
}

/**
 * All pieces of a kind, in order: sentences and points for no kind. A heading counts as neither sentence nor paragraph.
 */
function listPlaces(blocks: readonly TextBlock[], kind: string): TextPosition[] {
  return blocks.flatMap((block, at): TextPosition[] => {
    const pieces = block.pieces.map((_, piece) => ({ block: at, piece }));
    if (kind === "list") return block.kind === "list" ? [{ block: at, piece: null }] : [];
    if (kind === "heading" || block.source.startsWith("#")) {
      return block.source.startsWith("#") && isHeadingNamedBy(kind) ? [{ block: at, piece: null }] : [];
    }
    if (kind === "sentence") return block.kind === "other" ? [] : pieces;
    if (kind === "paragraph" || kind === "part") return [{ block: at, piece: null }];
    if (/^(?:item|bullet|point)/.test(kind)) return block.kind === "list" ? pieces : [];
    return block.kind === "other" ? [{ block: at, piece: null }] : pieces;
  });
}

function isHeadingNamedBy(kind: string): boolean {
  return ["heading", "part", "line", ""].includes(kind);
}

function positionOf(word: string | undefined, number: string | undefined, count: number): number | null {
  if (number !== undefined) return Number(number) - 1;
  const name = word?.trim().toLowerCase();
  if (name === "last" || name === "final") return count - 1;
  const at = ordinals.indexOf(name ?? "");
  if (at >= 0) return at;
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(name ?? "");
  return digits ? Number(digits[1]) - 1 : null;
}

/** A piece is named by words that it contains; else by the words of its subject. */
function byWords(words: string, blocks: readonly TextBlock[], locations: readonly TextPosition[]): TextPosition | null {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\s`*_]+/g, " ")
      .trim();
  const wanted = flat(words);
  if (wanted === "") return null;
  // "ships" must not match "memberships".
  const own = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wanted)}(?![\\p{L}\\p{N}])`, "u");
  const literal = locations.filter((location) => own.test(flat(textAt(blocks, location))));
  if (literal.length === 1) return literal[0] ?? null;
  const stems = [...new Set(stemsOf(words).filter((word) => !joining.has(word)))];
  if (stems.length === 0) return null;
  const scored = locations.map((place) => {
    const own = new Set(stemsOf(textAt(blocks, place)));
    return { place, share: stems.filter((word) => own.has(word)).length / stems.length };
  });
  const best = Math.max(0, ...scored.map(({ share }) => share));
  const found = scored.filter(({ share }) => share === best);
  return best >= enoughShare && found.length === 1 ? (found[0]?.place ?? null) : null;
}

export function textAt(blocks: readonly TextBlock[], { block, piece }: TextPosition): string {
  const found = blocks[block];
  return piece === null ? (found?.source ?? "") : (found?.pieces[piece] ?? "");
}
