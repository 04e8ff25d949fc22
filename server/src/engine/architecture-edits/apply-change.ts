import type { DrawingChange, EditedDraft, EditedEdge, EditedNode } from "./edited-draft.ts";

/** The draft with one change; lines go with the nodes at their ends. */
export function applyChange(draft: EditedDraft, change: DrawingChange): EditedDraft {
  const withNode = (nodeId: string, next: (node: EditedNode) => EditedNode): EditedDraft => ({
    ...draft,
    nodes: draft.nodes.map((node) => (node.nodeId === nodeId ? next(node) : node)),
  });
  switch (change.kind) {
    case "added": {
      const { nodeId, form, name, description } = change;
      return { ...draft, nodes: [...draft.nodes, { nodeId, form, name, description }] };
    }
    case "drawn": {
      const { nodeId, isNew, form, name, technology } = change;
      const drawn = { nodeId, form, name, technology, description: "", isDrawn: true };
      return isNew ? { ...draft, nodes: [...draft.nodes, drawn] } : withNode(nodeId, () => drawn);
    }
    case "renamed":
      return withNode(change.nodeId, (node) => ({ ...node, name: change.name }));
    case "retyped":
      return withNode(change.nodeId, (node) => ({ ...node, form: change.form }));
    case "described":
      return withNode(change.nodeId, (node) => ({ ...node, description: change.description }));
    case "removed":
      return {
        nodes: draft.nodes.filter(({ nodeId }) => nodeId !== change.nodeId),
        edges: draft.edges.filter(({ sourceId, targetId }) => ![sourceId, targetId].includes(change.nodeId)),
      };
    case "joined":
      return { ...draft, edges: say(draft.edges, change, change.stance) };
    case "parted":
      return { ...draft, edges: say(draft.edges, change, null) };
    case "arranged":
      return draft;
  }
}

/** A line that nobody says anything of and no code has is none. */
function say(
  edges: readonly EditedEdge[],
  { sourceId, targetId }: { sourceId: string; targetId: string },
  stance: EditedEdge["stance"],
): EditedEdge[] {
  const isIt = (edge: EditedEdge) => edge.sourceId === sourceId && edge.targetId === targetId;
  const isInCode = edges.some((edge) => isIt(edge) && edge.isInCode);
  const others = edges.filter((edge) => !isIt(edge));
  return stance === null && !isInCode ? others : [...others, { sourceId, targetId, stance, isInCode }];
}
