import type { Node, Schema } from "@tiptap/pm/model";

import { parseTree, writeTree } from "#web/ui/markdown/tree/mdast.ts";
import type { Style } from "#web/ui/markdown/tree/mdast.ts";

import { sliceOf, toBlocks } from "./to-document.ts";
import { normalizeLabel, toTree } from "./to-tree.ts";

/** A parsed block: the node and its source. */
interface OriginalBlock {
  node: Node;
  source: string;
  /** The source between the previous block and this one. */
  gap: string;
}

/** A parsed text. It is needed to serialize the document: unchanged blocks are written from their source. */
export interface MarkdownText {
  doc: Node;
  originals: readonly OriginalBlock[];
  /** The source after the last block. */
  tail: string;
  hasByteOrderMark: boolean;
  /** The most frequent line break; used for new lines. */
  lineBreak: "\n" | "\r\n";
  source: string;
  style: Style;
}

/** Parses Markdown. Any text can be parsed; syntax without a node of its own is preserved as raw text. */
export function parseMarkdown(schema: Schema, source: string): MarkdownText {
  const hasByteOrderMark = source.startsWith("\uFEFF");
  const text = hasByteOrderMark ? source.slice(1) : source;
  const tree = parseTree(text);
  const nodes = toBlocks(schema, tree, text);
  let end = 0;
  const originals = tree.children.flatMap((block, index): OriginalBlock[] => {
    const node = nodes[index];
    if (!node) return [];
    const start = block.position?.start.offset ?? end;
    const original = { node, source: sliceOf(text, block), gap: text.slice(end, start) };
    end = block.position?.end.offset ?? end;
    return [original];
  });
  const empty = schema.nodes["paragraph"]?.createAndFill();
  const content = nodes.length > 0 ? nodes : empty ? [empty] : [];
  const doc = schema.topNodeType.create(null, content);
  const count = (lineBreak: string) => source.split(lineBreak).length - 1;
  const lineBreak = count("\r\n") * 2 > count("\n") ? "\r\n" : "\n";
  const style = detectStyle(originals);
  return { doc, originals, tail: text.slice(end), hasByteOrderMark, lineBreak, source, style };
}

/** Detects the list markers that the text uses. */
function detectStyle(originals: readonly OriginalBlock[]): Style {
  const first = (name: string) => originals.find(({ node }) => node.type.name === name)?.source ?? "";
  const bullet = /^\s*([-*+])/.exec(first("bulletList"))?.[1] ?? "-";
  const bulletOrdered = /^\s*\d+([.)])/.exec(first("orderedList"))?.[1] ?? ".";
  return { bullet: bullet as Style["bullet"], bulletOrdered: bulletOrdered as Style["bulletOrdered"] };
}

/** Serializes a document. Unchanged blocks are written from their source, byte for byte. */
export function writeMarkdown(text: MarkdownText, doc: Node): string {
  if (doc.eq(text.doc)) return text.source;
  const written = matchBlocks(text, doc);
  const labels = collectLabels(doc);
  const parts: string[] = [];
  let before: WrittenBlock | null = null;
  for (const location of written) {
    const block = writeBlock({ text, labels, before }, location);
    if (block === null) continue;
    parts.push(gapBetween(text, before, block), block.source);
    before = block;
  }
  if (before) parts.push(before.index === text.originals.length - 1 ? text.tail : text.tail && text.lineBreak);
  return (text.hasByteOrderMark ? "\uFEFF" : "") + parts.join("");
}

/** Serializes every block again, whether or not it was changed. */
export function rewriteMarkdown(text: MarkdownText): string {
  return writeMarkdown({ ...text, doc: text.doc.type.create(), originals: [], source: "" }, text.doc);
}

interface MatchedBlock {
  node: Node;
  /** Index of the original block it is or replaces; -1 for a new block. */
  index: number;
  isUnchanged: boolean;
}

function matchBlocks({ originals }: MarkdownText, doc: Node): MatchedBlock[] {
  let next = 0;
  const locations = doc.children.map((node): MatchedBlock => {
    const index = findOriginal(originals, node, next);
    if (index >= 0) next = index + 1;
    return { node, index, isUnchanged: index >= 0 };
  });
  // A changed block between the two neighbours of an original block replaces that block.
  return locations.map((location, at) => {
    if (location.isUnchanged) return location;
    const before = at === 0 ? -1 : (locations[at - 1]?.index ?? -1);
    const after = at === locations.length - 1 ? originals.length : (locations[at + 1]?.index ?? -1);
    const isReplacing = (at === 0 || before >= 0) && after === before + 2;
    return isReplacing ? { ...location, index: before + 1 } : location;
  });
}

/** Finds the same node first, then an equal one, as undo creates; searches from `next` on before the blocks above. */
function findOriginal(originals: readonly OriginalBlock[], node: Node, next: number): number {
  if (originals[next]?.node === node) return next;
  const same = originals.findIndex((original) => original.node === node);
  if (same >= 0) return same;
  const equal = originals.findIndex((original, index) => index >= next && original.node.eq(node));
  return equal >= 0 ? equal : originals.findIndex((original) => original.node.eq(node));
}

interface WrittenBlock {
  node: Node;
  index: number;
  isUnchanged: boolean;
  source: string;
}

interface WriteContext {
  text: MarkdownText;
  labels: ReadonlySet<string>;
  before: WrittenBlock | null;
}

/** Cache of serialized blocks that do not depend on the original text. */
const freshSources = new WeakMap<Node, string>();

function writeBlock({ text, labels, before }: WriteContext, location: MatchedBlock): WrittenBlock | null {
  const original = location.isUnchanged ? text.originals[location.index] : undefined;
  const isWhereItWas =
    before === null ? location.index === 0 : before.index === location.index - 1 && before.isUnchanged;
  if (original && (isWhereItWas || isSafeAfter(before, original.source, location.node)))
    return { ...location, source: original.source };
  const other = before && isSameList(before.node, location.node) ? parseListMark(before.source) : null;
  const source =
    other === null
      ? writeFresh(location.node, text.style, labels)
      : write(location.node, alternativeStyle(other), labels);
  if (source === "") return null;
  return { ...location, isUnchanged: false, source: source.replaceAll("\n", text.lineBreak) };
}

function writeFresh(node: Node, style: Style, labels: ReadonlySet<string>): string {
  const known = freshSources.get(node);
  if (known !== undefined && labels.size === 0) return known;
  const source = write(node, style, labels);
  if (labels.size === 0) freshSources.set(node, source);
  return source;
}

function write(node: Node, style: Style, labels: ReadonlySet<string>): string {
  return writeTree(toTree(node, labels), style);
}

/** After a different block, a list could merge with that block's items and indented code could become part of it. */
function isSafeAfter(before: WrittenBlock | null, source: string, node: Node): boolean {
  if (node.type.name === "codeBlock" && /^( {4}|\t)/.test(source)) return false;
  if (/^\s/.test(source)) return false;
  return !before || !isSameList(before.node, node) || parseListMark(before.source) !== parseListMark(source);
}

function isSameList(a: Node, b: Node): boolean {
  return a.type === b.type && (a.type.name === "bulletList" || a.type.name === "orderedList");
}

function parseListMark(source: string): string | null {
  return /^\s*(?:\d+)?([-*+.)])/.exec(source)?.[1] ?? null;
}

function alternativeStyle(mark: string): Style {
  return { bullet: mark === "-" ? "*" : "-", bulletOrdered: mark === "." ? ")" : "." };
}

function gapBetween({ originals, lineBreak }: MarkdownText, before: WrittenBlock | null, block: WrittenBlock): string {
  const gap = originals[block.index]?.gap;
  if (before === null) return block.index === 0 ? (gap ?? "") : "";
  if (gap === undefined || before.index !== block.index - 1) return lineBreak.repeat(2);
  const isEnough =
    (before.isUnchanged && block.isUnchanged) ||
    /\n[ \t\r]*\n/.test(gap) ||
    // An ATX heading ends with its line.
    (before.source.startsWith("#") && !before.source.includes("\n"));
  return isEnough ? gap : lineBreak.repeat(2);
}

/** Labels of the link definitions in raw blocks. */
function collectLabels(doc: Node): ReadonlySet<string> {
  const labels = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name !== "rawBlock") return !node.isTextblock;
    for (const match of node.textContent.matchAll(/^ {0,3}\[((?:[^\]\\]|\\.)+)\]:/gm))
      labels.add(normalizeLabel(match[1] ?? ""));
    return false;
  });
  return labels;
}
