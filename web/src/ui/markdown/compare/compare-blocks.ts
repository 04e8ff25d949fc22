import { diffArrays } from "diff";

import { compareTexts } from "#web/lib/text/compare-texts.ts";

import { compareInlines } from "./compare-inlines.ts";
import {
  changedPart,
  childrenOf,
  elementPart,
  comparisonKey,
  textPart,
  withChildren,
  textOf,
} from "./compared-tree.ts";
import type { TextChange, TreeNode } from "./compared-tree.ts";

/** Blocks with a lower similarity count as one removed and one added block; marking single words would be noise. */
const minSimilarity = 0.35;
/** Most pairs of blocks compared to find matching blocks. */
const maxPairs = 40_000;
/** Edit steps after which two texts count as unrelated. */
const maxSteps = 800;

/** A block of the result; `isSameOrAbsent` when nothing in it changed. */
export interface ComparedBlock {
  node: TreeNode;
  isSame: boolean;
}

/** Merges the blocks of two texts: changes within a block are marked inside it, added and removed blocks as a whole. */
export function compareBlocks(before: readonly TreeNode[], after: readonly TreeNode[]): ComparedBlock[] {
  const changes = diffArrays(before.map(comparisonKey), after.map(comparisonKey), { maxEditLength: maxSteps });
  if (!changes) return compareReplaced(before, after);
  const blocks: ComparedBlock[] = [];
  let beforeAt = 0;
  let afterAt = 0;
  let removed: TreeNode[] = [];
  let added: TreeNode[] = [];
  const flush = () => {
    blocks.push(...compareReplaced(removed, added));
    removed = [];
    added = [];
  };
  for (const change of changes) {
    const { length } = change.value;
    if (change.removed) removed = [...removed, ...before.slice(beforeAt, beforeAt + length)];
    else if (change.added) added = [...added, ...after.slice(afterAt, afterAt + length)];
    else {
      flush();
      blocks.push(...after.slice(afterAt, afterAt + length).map((node) => ({ node, isSame: true })));
    }
    if (!change.added) beforeAt += length;
    if (!change.removed) afterAt += length;
  }
  flush();
  return blocks;
}

/** Compares adjacent removed blocks with the added blocks that replaced them, in order. */
function compareReplaced(removed: readonly TreeNode[], added: readonly TreeNode[]): ComparedBlock[] {
  const blocks: ComparedBlock[] = [];
  const push = (nodes: readonly TreeNode[], change: TextChange) =>
    blocks.push(...nodes.flatMap((node) => markAll(node, change)).map((node) => ({ node, isSame: false })));
  let removedAt = 0;
  let addedAt = 0;
  for (const [was, is] of matchPairs(removed, added)) {
    push(removed.slice(removedAt, was), "removed");
    push(added.slice(addedAt, is), "added");
    const [old, now] = [removed[was], added[is]];
    if (old && now) blocks.push({ node: compareBlock(old, now), isSame: false });
    removedAt = was + 1;
    addedAt = is + 1;
  }
  push(removed.slice(removedAt), "removed");
  push(added.slice(addedAt), "added");
  return blocks;
}

/** The ordered pairs with the highest total similarity. */
function matchPairs(removed: readonly TreeNode[], added: readonly TreeNode[]): [was: number, is: number][] {
  if (removed.length * added.length > maxPairs) return [];
  const addedWords = added.map(countWords);
  const likeness = removed.map((was) => {
    const words = countWords(was);
    return added.map((is, index) => (isSameKind(was, is) ? similarityOf(words, addedWords[index] ?? noWords) : 0));
  });
  const best = Array.from({ length: removed.length + 1 }, () => Array<number>(added.length + 1).fill(0));
  const at = (was: number, is: number) => best[was]?.[is] ?? 0;
  const gain = (was: number, is: number) => (likeness[was]?.[is] ?? 0) + at(was + 1, is + 1);
  for (let was = removed.length - 1; was >= 0; was -= 1) {
    const row = best[was] ?? [];
    for (let is = added.length - 1; is >= 0; is -= 1) {
      row[is] = Math.max(at(was + 1, is), at(was, is + 1), gain(was, is));
    }
  }
  const pairs: [number, number][] = [];
  for (let was = 0, is = 0; was < removed.length && is < added.length;) {
    if ((likeness[was]?.[is] ?? 0) > 0 && at(was, is) === gain(was, is)) pairs.push([was++, is++]);
    else if (at(was, is) === at(was + 1, is)) was += 1;
    else is += 1;
  }
  return pairs;
}

/** From 0 (different blocks) to 1 (same words). */
function similarityOf(was: Words, is: Words): number {
  let common = 0;
  for (const [word, count] of was.counts) common += Math.min(count, is.counts.get(word) ?? 0);
  const total = was.total + is.total;
  const share = total === 0 ? 1 : (2 * common) / total;
  return share >= minSimilarity ? share : 0;
}

interface Words {
  counts: ReadonlyMap<string, number>;
  total: number;
}

const noWords: Words = { counts: new Map(), total: 0 };

function countWords(node: TreeNode): Words {
  const words = textOf(node).match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/** Whether the change can be shown as one block with marks. */
function isSameKind(was: TreeNode, is: TreeNode): boolean {
  if (was.type === "heading" && is.type === "heading") return was.depth === is.depth;
  if (was.type === "list" && is.type === "list") return was.ordered === is.ordered;
  if (was.type === "listItem" && is.type === "listItem") return was.checked === is.checked;
  if (was.type === "code" && is.type === "code") return was.lang === is.lang;
  if (was.type === "table" && is.type === "table") return columnsOf(was) === columnsOf(is);
  const comparable = ["paragraph", "blockquote", "tableRow", "tableCell"];
  return was.type === is.type && comparable.includes(was.type);
}

function columnsOf(table: TreeNode): number {
  const [head] = childrenOf(table);
  return head ? childrenOf(head).length : 0;
}

function compareBlock(was: TreeNode, is: TreeNode): TreeNode {
  if (was.type === "code" && is.type === "code") return compareCode(was.value, is.value);
  const [before, after] = [childrenOf(was), childrenOf(is)];
  if (hasRunningText(is)) return withChildren(is, compareInlines(before, after));
  if (is.type === "tableRow") return withChildren(is, compareCells(before, after));
  if (is.type === "table") {
    // The header row stays the first row.
    const head = compareCells(before.slice(0, 1), after.slice(0, 1));
    return withChildren(is, [...head, ...nodesOf(compareBlocks(before.slice(1), after.slice(1)))]);
  }
  return withChildren(is, nodesOf(compareBlocks(before, after)));
}

function hasRunningText({ type }: TreeNode): boolean {
  return type === "paragraph" || type === "heading" || type === "tableCell";
}

function nodesOf(blocks: readonly ComparedBlock[]): TreeNode[] {
  return blocks.map(({ node }) => node);
}

/** Compares cells or header rows by their index. */
function compareCells(before: readonly TreeNode[], after: readonly TreeNode[]): TreeNode[] {
  return after.map((is, index) => {
    const was = before[index];
    return was ? compareBlock(was, is) : is;
  });
}

/** Code is compared as plain text and shown without syntax colours. */
function compareCode(before: string, after: string): TreeNode {
  const parts = compareTexts(`${before}\n`, `${after}\n`);
  const lines = parts.map(({ kind, text }) => (kind === "same" ? textPart(text) : changedPart(kind, [textPart(text)])));
  return elementPart("pre", [elementPart("code", lines)]);
}

/**
 * Marks a whole block as added or removed. The marks are inside it, so that a list stays a list and a table stays a
 * table.
 */
function markAll(node: TreeNode, change: TextChange): TreeNode[] {
  const children = childrenOf(node);
  if (hasRunningText(node)) return [children.length === 0 ? node : withChildren(node, [changedPart(change, children)])];
  if (containers.has(node.type))
    return [
      withChildren(
        node,
        children.flatMap((child) => markAll(child, change)),
      ),
    ];
  // Link definitions are not visible themselves.
  if (node.type === "definition") return change === "added" ? [node] : [];
  return [changedPart(change, [node])];
}

const containers: ReadonlySet<string> = new Set(["list", "listItem", "blockquote", "table", "tableRow"]);
