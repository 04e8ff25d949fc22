import { displayName } from "@cairn/contract/auth";
import type { CanvasViewer } from "@cairn/contract/presence";

import type { CanvasNode, PersonAtNode } from "./canvas-node.ts";
import type { NodeState } from "./service-node.ts";

/** Told apart by their names; the colours only help. None is one that states or proposals have. */
const colors = ["var(--node-library)", "var(--node-api)", "var(--node-database)", "var(--info-text)"];

/** The colour of a person, the same for everybody and at every visit. */
export function personColor(userId: string): string {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return colors[sum % colors.length] ?? "var(--info-text)";
}

const editedStates: ReadonlySet<NodeState | null> = new Set<NodeState>([
  "unconfigured",
  "unsaved",
  "invalid",
  "saving",
  "error",
  "leaving",
]);

/** What others are told of the node that is chosen here. */
export function describeChosen(node: CanvasNode | null): Pick<CanvasViewer, "nodeId" | "isEditing"> {
  return { nodeId: node?.graphId ?? null, isEditing: node !== null && editedStates.has(node.state) };
}

/** What somebody does on the canvas, as a sentence. */
export function describeViewer(viewer: CanvasViewer, nodes: readonly CanvasNode[]): string {
  const name = displayName(viewer);
  if (viewer.nodeId === null) return viewer.isEditing ? `${name} is adding a node` : `${name} is here`;
  const node = nodes.find(({ graphId }) => graphId === viewer.nodeId);
  if (!node) return `${name} is here`;
  return `${name} ${viewer.isEditing ? "is editing" : "has chosen"} ${node.name}`;
}

/** The nodes with the people at them; one that nobody is at keeps its object. */
export function withPeople(nodes: readonly CanvasNode[], others: readonly CanvasViewer[]): CanvasNode[] {
  const byNode = Map.groupBy(others, ({ nodeId }) => nodeId);
  return nodes.map((node) => {
    const there = node.graphId === null ? undefined : byNode.get(node.graphId);
    if (!there) return node;
    const people = there.map((viewer): PersonAtNode => ({
      userId: viewer.userId,
      name: displayName(viewer),
      color: personColor(viewer.userId),
      isEditing: viewer.isEditing,
    }));
    return { ...node, people, label: `${node.label}, ${describePeople(people)}` };
  });
}

/** "edited by Ada, chosen by Mateo" */
export function describePeople(people: readonly PersonAtNode[]): string {
  return people.map(({ name, isEditing }) => `${isEditing ? "edited" : "chosen"} by ${name}`).join(", ");
}
