import type { Block, Inline, ListItem, Table } from "#web/ui/markdown/tree/mdast.ts";

type Row = Table["children"][number];
type Cell = Row["children"][number];

/** What became of a piece of a text. */
export type TextChange = "added" | "removed";

/** A part of a text that came or went. Readers of the tree take it as `ins` or `del`. */
interface ChangedPart {
  type: "changedPart";
  data: { hName: "ins" | "del"; hProperties: { dataChange: TextChange } };
  children: TreeNode[];
}

/** An element that Markdown has no node for. */
interface ElementPart {
  type: "elementPart";
  data: { hName: "details" | "summary" | "pre" | "code" };
  children: TreeNode[];
}

export type TreeNode = Block | Inline | ListItem | Row | Cell | ChangedPart | ElementPart;

export function changedPart(change: TextChange, children: TreeNode[]): ChangedPart {
  const hName = change === "added" ? "ins" : "del";
  return { type: "changedPart", data: { hName, hProperties: { dataChange: change } }, children };
}

export function elementPart(hName: ElementPart["data"]["hName"], children: TreeNode[]): ElementPart {
  return { type: "elementPart", data: { hName }, children };
}

export function textPart(value: string): TreeNode {
  return { type: "text", value };
}

export function childrenOf(node: TreeNode): TreeNode[] {
  return "children" in node ? node.children : [];
}

/** The same node around other children; only for nodes that have some. */
export function withChildren<Node extends TreeNode>(node: Node, children: TreeNode[]): Node {
  return { ...node, children };
}

/** What a node says, whatever it looks like. */
export function textOf(node: TreeNode): string {
  if ("value" in node) return node.value;
  return childrenOf(node).map(textOf).join(" ");
}

/** Equal for nodes that read the same: places in the source are left out, and notes that only one of two texts has yet. */
export function comparisonKey(node: TreeNode): string {
  return JSON.stringify(node, (name, value: unknown) => (name === "position" || name === "data" ? undefined : value));
}
