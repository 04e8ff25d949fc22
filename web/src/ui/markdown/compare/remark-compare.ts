import { defaultRemarkPlugins } from "streamdown";
import type { StreamdownProps } from "streamdown";

import type { Root } from "#web/ui/markdown/tree/mdast.ts";

import { compareBlocks } from "./compare-blocks.ts";
import type { ComparedBlock } from "./compare-blocks.ts";
import { elementPart, textPart } from "./compared-tree.ts";
import type { TreeNode } from "./compared-tree.ts";

type RemarkPlugins = NonNullable<StreamdownProps["remarkPlugins"]>;

/** Remark plugins that parse Markdown and merge an older text into it, with added and removed parts marked. */
export function comparisonPlugins(before: string): RemarkPlugins {
  return [...Object.values(defaultRemarkPlugins), [remarkCompare, { before }]];
}

interface Parser {
  parse: (markdown: string) => unknown;
}

function remarkCompare(this: Parser, { before }: { before: string }) {
  return (tree: Root): Root => {
    // The parser returns Markdown trees; its declared type is wider.
    const older = this.parse(before) as Root;
    const blocks = compareBlocks(older.children, tree.children);
    const children = blocks.every(({ isSame }) => isSame) ? [unseenChange] : foldSame(blocks);
    // Nodes that are not Markdown carry the name of their element in `data.hName`.
    return { ...tree, children: children as Root["children"] };
  };
}

/** For example list markers or line breaks. */
const unseenChange: TreeNode = {
  type: "paragraph",
  children: [{ type: "text", value: "Only how the text is written changed, not how it reads." }],
};

/** Unchanged blocks shown beside a change, as context. */
const shownBeside = 1;
/** Fewest unchanged blocks that are collapsed. */
const minFolded = 2;

/** Collapses long runs of unchanged blocks. */
function foldSame(blocks: readonly ComparedBlock[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = 0;
  while (at < blocks.length) {
    let end = at;
    while (blocks[end]?.isSame) end += 1;
    const run = blocks.slice(at, end).map(({ node }) => node);
    const from = at === 0 ? 0 : shownBeside;
    const to = end === blocks.length ? run.length : run.length - shownBeside;
    if (to - from < minFolded) nodes.push(...run);
    else {
      const summary = elementPart("summary", [textPart(`${to - from} unchanged passages`)]);
      nodes.push(...run.slice(0, from), elementPart("details", [summary, ...run.slice(from, to)]), ...run.slice(to));
    }
    const changed = blocks[end];
    if (changed) nodes.push(changed.node);
    at = end + 1;
  }
  return nodes;
}
