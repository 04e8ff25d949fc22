import { newDrawnNodeId } from "@cairn/contract/architecture";
import type { ArchitectureDraft, ArchitectureEdit } from "@cairn/contract/architecture-edits";

import { applyEdits } from "./apply-edits.ts";
import type { CanvasContent } from "./canvas-content.ts";
import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { proposalLabels } from "./proposal-mark.ts";
import type { ProposalMark } from "./proposal-mark.ts";
import type { ServiceNode } from "./service-node.ts";

/** A change that waits for somebody to accept or refuse it. */
export interface PendingEdit {
  key: string;
  edit: ArchitectureEdit;
}

/** What an answer proposes, with ids that stay the nodes' own when they are accepted. */
export function toPending(edits: readonly ArchitectureEdit[], newId: () => string): PendingEdit[] {
  const ids = new Map(
    edits.flatMap((edit) => {
      if (edit.kind === "added") return [[edit.nodeId, `new-${newId()}`] as const];
      return edit.kind === "drawn" && edit.isNew ? [[edit.nodeId, newDrawnNodeId(newId())] as const] : [];
    }),
  );
  const named = (nodeId: string) => ids.get(nodeId) ?? nodeId;
  return edits.map((edit) => {
    if ("sourceId" in edit) {
      return { key: newId(), edit: { ...edit, sourceId: named(edit.sourceId), targetId: named(edit.targetId) } };
    }
    return { key: newId(), edit: "nodeId" in edit ? { ...edit, nodeId: named(edit.nodeId) } : edit };
  });
}

/** The nodes that a change is about and does not make. */
function listNeeded(edit: ArchitectureEdit): string[] {
  if ("sourceId" in edit) return [edit.sourceId, edit.targetId];
  return "nodeId" in edit && !makesNode(edit) ? [edit.nodeId] : [];
}

type MakingEdit = Extract<ArchitectureEdit, { kind: "added" | "drawn" }>;

function makesNode(edit: ArchitectureEdit): edit is MakingEdit {
  return edit.kind === "added" || (edit.kind === "drawn" && edit.isNew);
}

/** The nodes that these changes make. */
export function listMade(pending: readonly PendingEdit[]): string[] {
  return pending.flatMap(({ edit }) => (makesNode(edit) ? [edit.nodeId] : []));
}

/** Without those whose nodes went away meanwhile. `known` are the nodes that are there. */
export function listPossible(pending: readonly PendingEdit[], known: Iterable<string>): PendingEdit[] {
  const there = new Set(known);
  return pending.filter(({ edit }) => {
    if (!listNeeded(edit).every((nodeId) => there.has(nodeId))) return false;
    if (makesNode(edit)) there.add(edit.nodeId);
    return true;
  });
}

/** The change with what it rests on: a line to a proposed node brings the node. */
export function listWithNeeded(pending: readonly PendingEdit[], key: string): PendingEdit[] {
  const chosen = pending.find((one) => one.key === key);
  if (!chosen) return [];
  const needed = new Set(listNeeded(chosen.edit));
  return pending.filter((one) => one === chosen || (makesNode(one.edit) && needed.has(one.edit.nodeId)));
}

/** The change with what rests on it: without a proposed node there are no lines to it. */
export function listWithDependent(pending: readonly PendingEdit[], key: string): PendingEdit[] {
  const chosen = pending.find((one) => one.key === key);
  if (!chosen) return [];
  const { edit } = chosen;
  return pending.filter((one) => one === chosen || (makesNode(edit) && listNeeded(one.edit).includes(edit.nodeId)));
}

/** The canvas as it would be, with what would go still in sight. */
export function previewEdits(content: CanvasContent, pending: readonly PendingEdit[]): CanvasContent {
  const shown = pending.map(({ edit }) => edit).filter(({ kind }) => kind !== "removed" && kind !== "parted");
  return applyEdits(content, shown);
}

/** The marks of nodes, by their ids. */
function markNodes(pending: readonly PendingEdit[]): ReadonlyMap<string, ProposalMark> {
  const marks = new Map<string, ProposalMark>();
  for (const { edit } of pending) {
    if (!("nodeId" in edit)) continue;
    if (edit.kind === "removed") marks.set(edit.nodeId, "removed");
    else if (makesNode(edit)) marks.set(edit.nodeId, "added");
    else if (!marks.has(edit.nodeId)) marks.set(edit.nodeId, "changed");
  }
  return marks;
}

/** The nodes with their marks; one that was there before keeps its object where it has none. */
export function withNodeMarks(nodes: readonly CanvasNode[], pending: readonly PendingEdit[]): CanvasNode[] {
  const marks = markNodes(pending);
  return nodes.map((node) => {
    const proposal = marks.get(node.nodeId);
    return proposal ? { ...node, proposal, label: `${node.label}, ${proposalLabels[proposal]}` } : node;
  });
}

/** The lines with their marks. `present` are those without the proposal. */
export function withEdgeMarks(
  edges: readonly CanvasEdge[],
  present: readonly CanvasEdge[],
  pending: readonly PendingEdit[],
): CanvasEdge[] {
  const was = new Set(present.map(({ edgeId }) => edgeId));
  const gone = new Set(pending.flatMap(({ edit }) => (edit.kind === "removed" ? [edit.nodeId] : [])));
  const ends = new Map<string, "joined" | "parted">();
  for (const { edit } of pending) {
    if ("sourceId" in edit) ends.set(`${edit.sourceId}\n${edit.targetId}`, edit.kind);
  }
  return edges.map((edge) => {
    const change = ends.get(`${edge.sourceId}\n${edge.targetId}`);
    if (change === "parted" || gone.has(edge.sourceId) || gone.has(edge.targetId)) {
      return { ...edge, proposal: "removed" };
    }
    if (change === "joined") return { ...edge, proposal: was.has(edge.edgeId) ? "changed" : "added" };
    return edge;
  });
}

const maxSentName = 300;
const maxSentDescription = 5_000;

/** What the server is told of the canvas: with what is proposed, so that one can go on from it. */
export function describeDraft(
  content: CanvasContent,
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
): ArchitectureDraft {
  const services = new Map<string, ServiceNode>(content.nodes.map((node) => [node.nodeId, node]));
  const shown = nodes.filter(({ proposal, state }) => proposal !== "removed" && state !== "leaving");
  const known = new Set(shown.map(({ nodeId }) => nodeId));
  return {
    nodes: shown.map(({ nodeId, form, name, detail }) => {
      const description = services.get(nodeId)?.values.description ?? "";
      // Of a service it says where its code lies.
      const technology = services.has(nodeId) ? null : (detail?.slice(0, maxSentName) ?? null);
      // What is typed may be longer than what is saved.
      const sent = { name: name.slice(0, maxSentName), description: description.slice(0, maxSentDescription) };
      return { nodeId, form, ...sent, technology };
    }),
    edges: edges
      .filter(({ sourceId, targetId }) => known.has(sourceId) && known.has(targetId))
      .filter(({ proposal, edge }) => proposal !== "removed" || edge.derived !== null)
      .map(({ sourceId, targetId, edge, proposal }) => {
        const stance = proposal === "removed" ? null : edge.stance;
        return { sourceId, targetId, stance, isInCode: edge.derived !== null };
      }),
  };
}
