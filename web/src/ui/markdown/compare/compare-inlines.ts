import { diffArrays } from "diff";

import { changedPart, childrenOf, comparisonKey, textPart, withChildren } from "./compared-tree.ts";
import type { TextChange, TreeNode } from "./compared-tree.ts";

/** A word, a run of whitespace, or an atomic node such as a link. */
interface Token {
  node: TreeNode;
  /** The surrounding emphasis nodes, outermost first. */
  around: readonly TreeNode[];
  key: string;
}

interface ChangeRun {
  change: TextChange | null;
  tokens: Token[];
  /** The same tokens of the older text; only when nothing changed. */
  older: Token[];
}

/** Edit steps after which two texts count as unrelated. */
const maxSteps = 800;

/** Compares inline nodes and marks removed and added parts. A word that became bold counts as a change. */
export function compareInlines(before: readonly TreeNode[], after: readonly TreeNode[]): TreeNode[] {
  return joinRuns(diffTokens(tokenize(before), tokenize(after))).flatMap(({ change, tokens }) => {
    const nodes = toNodes(tokens, 0);
    return change === null || nodes.length === 0 ? nodes : [changedPart(change, nodes)];
  });
}

function tokenize(nodes: readonly TreeNode[], around: readonly TreeNode[] = []): Token[] {
  const aroundKey = around.map(({ type }) => type).join(">");
  return nodes.flatMap((node) => {
    if (node.type === "strong" || node.type === "emphasis" || node.type === "delete") {
      return tokenize(childrenOf(node), [...around, node]);
    }
    if (node.type !== "text") return [{ node, around, key: `${aroundKey}|${comparisonKey(node)}` }];
    // A line break within a paragraph counts as a space.
    const words = node.value.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
    return words.map((word) => ({
      node: textPart(word),
      around,
      key: `${aroundKey}|${word.trim() === "" ? " " : word}`,
    }));
  });
}

function diffTokens(before: readonly Token[], after: readonly Token[]): ChangeRun[] {
  const keys = (tokens: readonly Token[]) => tokens.map(({ key }) => key);
  const changes = diffArrays(keys(before), keys(after), { maxEditLength: maxSteps });
  if (!changes) {
    return [
      { change: "removed", tokens: [...before], older: [] },
      { change: "added", tokens: [...after], older: [] },
    ];
  }
  let beforeAt = 0;
  let afterAt = 0;
  return changes.map(({ added, removed, value }) => {
    const older = added ? [] : before.slice(beforeAt, beforeAt + value.length);
    const newer = removed ? [] : after.slice(afterAt, afterAt + value.length);
    beforeAt += older.length;
    afterAt += newer.length;
    if (removed) return { change: "removed", tokens: older, older: [] };
    return { change: added ? "added" : null, tokens: newer, older };
  });
}

/**
 * Joins a replacement to one removed and one added run. Whitespace between two changes belongs to both, so that a
 * rewritten phrase is one change instead of one per word.
 */
function joinRuns(runs: readonly ChangeRun[]): Pick<ChangeRun, "change" | "tokens">[] {
  const joined: Pick<ChangeRun, "change" | "tokens">[] = [];
  let removed: Token[] = [];
  let added: Token[] = [];
  const flush = () => {
    // Whitespace at the end of both runs does not belong to the change.
    const isSharedEnd = isBlank(removed.at(-1)) && isBlank(added.at(-1)) && removed.at(-1)?.key === added.at(-1)?.key;
    const end = isSharedEnd ? added.slice(-1) : [];
    if (isSharedEnd) [removed, added] = [removed.slice(0, -1), added.slice(0, -1)];
    if (removed.length > 0 && !(removed.every(isBlank) && added.length > 0)) {
      joined.push({ change: "removed", tokens: removed });
    }
    if (added.length > 0) joined.push({ change: added.every(isBlank) ? null : "added", tokens: added });
    if (end.length > 0) joined.push({ change: null, tokens: end });
    removed = [];
    added = [];
  };
  runs.forEach(({ change, tokens, older }, index) => {
    if (change === "removed") removed = [...removed, ...tokens];
    else if (change === "added") added = [...added, ...tokens];
    else if (removed.length + added.length > 0 && index < runs.length - 1 && tokens.every(isBlank)) {
      removed = [...removed, ...older];
      added = [...added, ...tokens];
    } else {
      flush();
      joined.push({ change: null, tokens });
    }
  });
  flush();
  return joined;
}

function isBlank(token: Token | undefined): boolean {
  return token?.node.type === "text" && token.node.value.trim() === "";
}

/** Merges the tokens of one emphasis back into one node. */
function toNodes(tokens: readonly Token[], depth: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = 0;
  while (at < tokens.length) {
    const first = tokens[at];
    if (!first) break;
    const outer = first.around[depth];
    let end = at + 1;
    while (end < tokens.length && tokens[end]?.around[depth] === outer) end += 1;
    const own = tokens.slice(at, end);
    nodes.push(...(outer ? [withChildren(outer, toNodes(own, depth + 1))] : joinTexts(own)));
    at = end;
  }
  return nodes;
}

function joinTexts(tokens: readonly Token[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (const { node } of tokens) {
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") nodes[nodes.length - 1] = textPart(last.value + node.value);
    else nodes.push(node);
  }
  return nodes;
}
