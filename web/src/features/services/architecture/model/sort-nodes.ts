import { formLabel } from "./canvas-node.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { nodeStateLabels } from "./node-state.ts";

/** The columns by which nodes can be put in order. */
export type NodeColumn = "name" | "type" | "state" | "code";

/** Which column orders the nodes; null where they stand as on the canvas. */
export interface NodeOrder {
  column: NodeColumn;
  isDescending: boolean;
}

/** Upwards at first, then downwards, then as on the canvas again. */
export function nextOrder(order: NodeOrder | null, column: NodeColumn): NodeOrder | null {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? null : { column, isDescending: true };
}

const compareTexts = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

/** In this order; what says nothing in the column comes last either way. */
export function sortNodes(nodes: readonly CanvasNode[], order: NodeOrder | null): readonly CanvasNode[] {
  if (order === null) return nodes;
  const sign = order.isDescending ? -1 : 1;
  return nodes.toSorted((one, other) => {
    const [a, b] = [textOf(one, order.column), textOf(other, order.column)];
    if (a === b) return compareTexts(one.name, other.name);
    if (a === "" || b === "") return a === "" ? 1 : -1;
    return sign * compareTexts(a, b);
  });
}

function textOf({ name, form, state, detail }: CanvasNode, column: NodeColumn): string {
  if (column === "name") return name;
  if (column === "type") return formLabel(form);
  return (column === "state" ? state && nodeStateLabels[state] : detail) ?? "";
}

/** Those whose name, type or code has all these words, in any order; names that begin with them first. */
export function matchNodes(nodes: readonly CanvasNode[], query: string): readonly CanvasNode[] {
  const typed = fold(query.trim());
  const words = typed.split(/\s+/).filter(Boolean);
  if (words.length === 0) return nodes;
  const found = nodes.filter(({ name, form, detail }) => {
    const text = fold(`${name} ${formLabel(form)} ${detail ?? ""}`);
    return words.every((word) => text.includes(word));
  });
  const rankOf = ({ name }: CanvasNode) => (fold(name).startsWith(typed) ? 0 : fold(name).includes(typed) ? 1 : 2);
  return found.toSorted((one, other) => rankOf(one) - rankOf(other) || compareTexts(one.name, other.name));
}

/** Without marks, so that "cafe" finds "Café". */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
}
