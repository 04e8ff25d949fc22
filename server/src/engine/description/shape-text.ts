import { splitSentences } from "#server/engine/text/sentences.ts";

import { changed, minDescriptionLength, refused, type DescriptionChange } from "./description.ts";
import { joinBlocks, list, prose, splitBlocks, withoutPiece, withPieces, type TextBlock } from "./text-blocks.ts";

/** What "shorter" leaves of a text, as a share of its length. */
const shorterShare = 0.65;

/**
 * Takes sentences and items away, the last of the longest block first, until the text is short enough. The first
 * sentence, which says what the product is, stays. `wanted` is a length in characters or a number of sentences.
 */
export function shorten(
  text: string,
  wanted: { characters: number | null; sentences: number | null },
): DescriptionChange {
  if (text.length <= minDescriptionLength) return refused(text, shortEnough);
  const { sentences } = wanted;
  const target = Math.max(minDescriptionLength, wanted.characters ?? Math.round(text.length * shorterShare));
  let blocks = splitBlocks(text);
  const isDone = (now: readonly TextBlock[]) =>
    sentences === null ? joinBlocks(now).length <= target : countPieces(now) <= sentences;
  while (!isDone(blocks)) {
    const next = withoutLast(blocks);
    if (next === null || joinBlocks(next).length < minDescriptionLength) break;
    blocks = next;
  }
  const short = joinBlocks(blocks);
  if (short.length >= text.length) return refused(text, shortEnough);
  const left = isDone(blocks) ? [] : ["Less would be shorter than the 100 characters a description needs."];
  return { ...changed(short, "made it shorter"), problems: wanted.characters || sentences ? left : [] };
}

const shortEnough = "It is as short as I can make it: every sentence less would leave fewer than 100 characters.";

function countPieces(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { pieces }) => sum + pieces.length, 0);
}

/** Without the least telling piece; null where only the first sentence is left. */
function withoutLast(blocks: readonly TextBlock[]): TextBlock[] | null {
  const last = blocks.length - 1;
  const weights = blocks.map(({ source, pieces }, at) => {
    const spare = at === 0 ? pieces.length - 1 : pieces.length;
    // Late items matter less, and a list with many items can best lose one.
    return spare <= 0 ? -1 : pieces.length + source.length / 400 + at / (last + 1);
  });
  const best = Math.max(...weights);
  const at = weights.lastIndexOf(best);
  const block = blocks[at];
  if (best <= 0 || !block) return null;
  return withoutPiece(blocks, { block: at, piece: block.pieces.length - 1 });
}

/** The first sentence stays and leads over; each sentence behind it becomes a point. Headings stay above theirs. */
export function toBullets(text: string): DescriptionChange {
  const blocks = splitBlocks(text);
  const first = blocks.findIndex(({ kind }) => kind !== "other");
  const opening = blocks[first];
  if (!opening) return refused(text, "There is no text yet.");
  const isLed = opening.kind === "prose";
  const lead = isLed ? [prose(...opening.pieces.slice(0, 1))] : [];
  const rest = [...(isLed ? [{ ...opening, pieces: opening.pieces.slice(1) }] : [opening]), ...blocks.slice(first + 1)];
  const written = joinBlocks([...blocks.slice(0, first), ...lead, ...asPoints(rest)]);
  if (rest.every(({ kind, pieces }) => kind !== "prose" || pieces.length === 0) || written === text) {
    return refused(text, "There is nothing left to turn into points: the first sentence stays as the lead.");
  }
  return changed(written, "turned the text into points");
}

/** Blocks with one list instead of the text between headings: sentences first, then the former points. */
function asPoints(blocks: readonly TextBlock[]): TextBlock[] {
  const end = blocks.findIndex(({ kind }) => kind === "other");
  const together = end < 0 ? blocks : blocks.slice(0, end);
  const piecesOf = (wanted: TextBlock["kind"]) =>
    together.flatMap(({ kind, pieces }) => (kind === wanted ? pieces : []));
  const points = [...piecesOf("prose").filter((point) => !point.endsWith(":")), ...piecesOf("list")];
  const other = blocks[together.length];
  return [...(points.length > 0 ? [list(points)] : []), ...(other ? [other, ...asPoints(blocks.slice(end + 1))] : [])];
}

/** Points become sentences of a paragraph. */
export function toProse(text: string): DescriptionChange {
  const blocks = splitBlocks(text);
  if (!blocks.some(({ kind }) => kind === "list")) return refused(text, "It has no points.");
  const flat = blocks.map((block) =>
    block.kind === "list" ? prose(...block.pieces.map((item) => asSentence(item))) : block,
  );
  return changed(joinBlocks(flat), "turned the points into paragraphs");
}

function asSentence(item: string): string {
  const text = item.replaceAll(/\s*\n\s*/g, " ").replace(/^\*\*(.+?)\*\*\s*[:—–-]\s*/, "$1: ");
  return /[.!?…]["”')]?$/.test(text) ? text : `${text}.`;
}

/** Words of the trade and what they mean to everybody else. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/\bHTTP endpoints\b/gi, "addresses for other programs"],
  [/\bHTTP endpoint\b/gi, "address for other programs"],
  [/\b(?:REST(?:ful)? )?APIs\b/g, "interfaces for other programs"],
  [/\b(?:a|an) (?:REST(?:ful)? )?API\b/g, "an interface for other programs"],
  [/\b(?:REST(?:ful)? )?API\b/g, "interface for other programs"],
  [/\bCLI\b/g, "command line"],
  [/\b(?:UI|GUI)\b/g, "user interface"],
  [/\brepos\b/gi, "code repositories"],
  [/\brepo\b/gi, "code repository"],
  [/\bDBs?\b/g, "database"],
  [/\bconfig(?:s)?\b/gi, "settings"],
  [/\bauth(?:entication)?\b/gi, "sign-in"],
  [/\bauthorization\b/gi, "permissions"],
  [/\bbackend\b/gi, "server"],
  [/\bfrontend\b/gi, "screens"],
  [/\bmonorepo\b/gi, "single code repository"],
  [/\bdeploy(?:ed|ing)?\b/gi, "put into service"],
  [/\basynchronous(?:ly)?\b/gi, "in the background"],
  [/\breal-?time\b/gi, "live"],
  [/\bendpoints\b/gi, "addresses"],
];

/** A sentence that counts addresses, packages or declarations says nothing to somebody who does not read code. */
const isForProgrammers =
  /\bHTTP endpoints?\b|^It (?:exports|keeps `|brings the program|is started as)|\bits code declares\b|\bcomponents? built with\b|^To reach the outside it uses\b|^It shows a user interface of \d/;

/** Without code, file names and words of the trade; sentences that only programmers need go. */
export function toPlainWords(text: string): DescriptionChange {
  const blocks = splitBlocks(text);
  const print = (isWanted: (piece: string) => boolean) =>
    blocks.map((block) =>
      block.kind === "other" ? block : withPieces(block, block.pieces.filter(isWanted).map(plainPiece)),
    );
  const less = print((piece) => !isForProgrammers.test(piece));
  const isEnough = joinBlocks(less).length >= minDescriptionLength;
  const plain = isEnough ? less : print(() => true);
  const removed = countPieces(blocks) - countPieces(plain.filter((block) => block !== null));
  const written = joinBlocks(plain);
  if (written === joinBlocks(blocks))
    return refused(text, "I found no words of the trade in it that I know plain ones for.");
  const gone =
    removed === 0
      ? ""
      : `, without ${removed === 1 ? "a sentence" : `${removed} sentences`} that only programmers need`;
  return changed(written, `said it in plain words${gone}`);
}

function plainPiece(piece: string): string {
  const bare = piece.replaceAll(/\s*\((?:`[^`]+`(?:,\s*)?)+\)/g, "").replaceAll(/`+\s?([^`]+?)\s?`+/g, "$1");
  return plainWords.reduce((text, [word, plain]) => text.replace(word, (found) => likeCase(found, plain)), bare);
}

function likeCase(found: string, plain: string): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(found);
  return isWord ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
}

/** Replaces words by others, as whole words. */
export function changeWords(text: string, from: string, to: string): DescriptionChange {
  const edge = (side: "start" | "end") => {
    const letter = side === "start" ? from.at(0) : from.at(-1);
    if (!/[\p{L}\p{N}]/u.test(letter ?? "")) return "";
    return side === "start" ? "(?<![\\p{L}\\p{N}])" : "(?![\\p{L}\\p{N}])";
  };
  if (from === "") return refused(text, "Say which words to change, for example: change “staff” to “crews”.");
  const pattern = new RegExp(`${edge("start")}${escaped(from)}${edge("end")}`, "giu");
  const count = [...text.matchAll(pattern)].length;
  if (count === 0) return refused(text, `“${from}” does not stand in the text.`);
  const written = text.replace(pattern, (found) => (startsUpper(found) && !startsUpper(from) ? upperFirst(to) : to));
  const times = count === 1 ? "" : ` in ${count} places`;
  return changed(written, to === "" ? `took out “${from}”${times}` : `changed “${from}” to “${to}”${times}`);
}

function startsUpper(text: string): boolean {
  return /^\p{Lu}/u.test(text);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words of a person as sentences: with a capital and a full stop, and otherwise as they are. */
export function asOwnSentences(words: string): string[] {
  const text = upperFirst(words.replaceAll(/\s+/g, " ").trim());
  return splitSentences(/[.!?…]["”')]?$/.test(text) ? text : `${text}.`);
}

/** The text as a part of a regular expression. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
