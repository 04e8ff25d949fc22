import type { Block, Inline, ListItem, Table } from "#web/ui/markdown/tree/mdast.ts";

type Row = Table["children"][number];
type Cell = Row["children"][number];

/** Whether a part of a text was added or removed. */
export type TextChange = "added" | "removed";

/** An added or removed part; rendered as `ins` or `del`. */
interface ChangedPart {
  type: "changedPart";
  data: { hName: "ins" | "del"; hProperties: { dataChange: TextChange } };
  children: TreeNode[];
}

/** An HTML element without a Markdown node. */
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

/** Copies a node with other children; only for nodes with children. */
export function withChildren<Node extends TreeNode>(node: Node, children: TreeNode[]): Node {
  return { ...node, children };
}

/** The plain text of a node. */
export function textOf(node: TreeNode): string {
  if ("value" in node) return node.value;
  return childrenOf(node).map(textOf).join(" ");
}

/** Equal for nodes with the same content: source positions and plugin data are ignored. */
export function comparisonKey(node: TreeNode): string {
  return JSON.stringify(node, (name, value: unknown) => (name === "position" || name === "data" ? undefined : value));
}
