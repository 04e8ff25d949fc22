import { splitSentences } from "#server/engine/text/sentences.ts";

/** A part of a text that can be named: a paragraph, a list, or something else that is left whole. */
export interface TextBlock {
  kind: "prose" | "list" | "other";
  /** As it is written. */
  source: string;
  /** Sentences, or a list's items without their marks; one piece where it is left whole. */
  pieces: readonly string[];
}

const listMark = /^(?:[-*+]|\d+[.)])\s+/;
const fence = /^\s{0,3}(?:`{3,}|~{3,})/;

/** The blocks of a Markdown text; a fence is one block. */
export function splitBlocks(text: string): TextBlock[] {
  const sources: string[] = [];
  let lines: string[] = [];
  let isFenced = false;
  const close = () => {
    if (lines.length > 0) sources.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (fence.test(line)) isFenced = !isFenced;
    if (line.trim() === "" && !isFenced) close();
    else lines.push(line);
  }
  close();
  return sources.map(toBlock);
}

function toBlock(source: string): TextBlock {
  const lines = source.split("\n");
  if (listMark.test(lines[0] ?? "")) return { kind: "list", source, pieces: itemsOf(lines) };
  const isOther = lines.some((line) => fence.test(line)) || /^(?:#{1,6}\s|>|\|| {4}|\t|[-*_]{3,}\s*$)/.test(source);
  if (isOther) return { kind: "other", source, pieces: [source] };
  return { kind: "prose", source, pieces: splitSentences(lines.map((line) => line.trim()).join(" ")) };
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (listMark.test(line) || items.length === 0) items.push(line.replace(listMark, ""));
    else items[items.length - 1] += `\n${line}`;
  }
  return items;
}

export function prose(...sentences: string[]): TextBlock {
  return { kind: "prose", source: sentences.join(" "), pieces: sentences };
}

export function list(items: readonly string[]): TextBlock {
  return { kind: "list", source: items.map((item) => `- ${item}`).join("\n"), pieces: items };
}

/** The block with other pieces; null where none is left. */
export function withPieces(block: TextBlock, pieces: readonly string[]): TextBlock | null {
  if (pieces.length === 0) return null;
  if (pieces.length === block.pieces.length && pieces.every((piece, at) => piece === block.pieces[at])) return block;
  if (block.kind === "list") return list(pieces);
  return block.kind === "prose" ? prose(...pieces) : block;
}

/** Blocks that nobody touched are written as they were. */
export function joinBlocks(blocks: readonly (TextBlock | null)[]): string {
  return blocks.flatMap((block) => (block === null ? [] : [block.source])).join("\n\n");
}

/** Removes a piece; the line that introduces a list is removed with the list's last item. */
export function withoutPiece(blocks: readonly TextBlock[], at: { block: number; piece: number | null }): TextBlock[] {
  const block = blocks[at.block];
  if (!block) return [...blocks];
  const rest = at.piece === null ? null : withPieces(block, block.pieces.toSpliced(at.piece, 1));
  if (rest !== null) return blocks.with(at.block, rest);
  const lead = blocks[at.block - 1];
  const isLead = block.kind === "list" && lead?.kind === "prose" && lead.pieces.at(-1)?.endsWith(":") === true;
  const before = isLead ? withPieces(lead, lead.pieces.slice(0, -1)) : (lead ?? null);
  const kept = blocks.slice(0, Math.max(0, at.block - 1));
  return [...kept, ...(before === null ? [] : [before]), ...blocks.slice(at.block + 1)];
}
