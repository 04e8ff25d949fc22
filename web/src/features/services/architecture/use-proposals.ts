import type { Architecture } from "@cairn/contract/architecture";
import type { ProposedEdits } from "@cairn/contract/architecture-edits";
import type { Service } from "@cairn/contract/services";
import { useState } from "react";

import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { arrange } from "./model/arrange.ts";
import type { CanvasContent } from "./model/canvas-content.ts";
import { listCanvasEdges } from "./model/canvas-edge.ts";
import type { CanvasEdge } from "./model/canvas-edge.ts";
import { listCanvasNodes } from "./model/canvas-node.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import type { DraftChange } from "./model/draft.ts";
import { isCrowded } from "./model/layout.ts";
import type { NodePlaces } from "./model/layout.ts";
import { placeBeside } from "./model/place-beside.ts";
import {
  describeDraft,
  listMade,
  listPossible,
  listWithDependent,
  listWithNeeded,
  previewEdits,
  toPending,
  withEdgeMarks,
  withNodeMarks,
} from "./model/proposal.ts";
import type { PendingEdit } from "./model/proposal.ts";

interface ProposalGround {
  content: CanvasContent;
  services: readonly Service[];
  architecture: Architecture | undefined;
  /** The canvas without the proposal. */
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  /** Where its nodes stand by what connects them; undefined where they stand in rows. */
  placed: NodePlaces | undefined;
  change: (change: DraftChange) => void;
  onArranged: () => void;
  onSay: (text: string) => void;
}

/** Changes that wait for somebody to accept or refuse them. */
export type Proposals = ReturnType<typeof useProposals>;

/** The changes that are proposed, what the canvas looks like with them, and what becomes of each. */
export function useProposals(ground: ProposalGround) {
  const { content, nodes, change, onArranged, onSay } = ground;
  const [kept, setKept] = useState<readonly PendingEdit[]>([]);
  /** Where nodes that are proposed stand beside the picture; of those that have no entry, in their rows. */
  const [places, setPlaces] = useState<NodePlaces>({});
  const pending = listPossible(
    kept,
    nodes.map(({ nodeId }) => nodeId),
  );
  const shown = showWith(pending, { ...ground, placed: { ...ground.placed, ...places } });

  const drop = (gone: readonly PendingEdit[]) => {
    const keys = new Set(gone.map(({ key }) => key));
    setKept((current) => current.filter(({ key }) => !keys.has(key)));
  };
  const accept = async (accepted: readonly PendingEdit[]) => {
    drop(accepted);
    const edits = accepted.map(({ edit }) => edit);
    const isArranged = edits.some(({ kind }) => kind === "arranged");
    const arranged = isArranged ? await arrange(shown.nodes, shown.edges) : {};
    const made = listMade(accepted).map((nodeId) => [nodeId, places[nodeId]] as const);
    const beside = Object.fromEntries(made.flatMap(([nodeId, place]) => (place ? [[nodeId, place]] : [])));
    change({ kind: "applied", edits, places: { ...beside, ...arranged } });
    if (isArranged) onArranged();
    onSay(accepted.length === 1 ? "Change accepted" : `${accepted.length} changes accepted`);
  };
  const refuse = (refused: readonly PendingEdit[]) => {
    drop(refused);
    onSay(refused.length === 1 ? "Change refused" : `${refused.length} changes refused`);
  };
  return {
    pending,
    ...shown,
    /** Adds what an answer proposes to what waits already. */
    propose: async ({ edits }: Pick<ProposedEdits, "edits">) => {
      const proposed = toPending(edits, () => crypto.randomUUID());
      const placed = await placeProposed(proposed, shown, ground);
      setPlaces((current) => ({ ...current, ...placed }));
      setKept((current) => [...current, ...proposed]);
    },
    accept: (key: string) => void accept(listWithNeeded(pending, key)),
    acceptAll: () => void accept(pending),
    refuse: (key: string) => refuse(listWithDependent(pending, key)),
    /** What took long to come goes with a way back. */
    refuseAll: () => {
      const refused = pending;
      refuse(refused);
      showToast({
        kind: "success",
        title: refused.length === 1 ? "Change refused" : `${refused.length} changes refused`,
        action: { label: "Undo", onSelect: () => setKept((current) => [...refused, ...current]) },
      });
    },
    describeDraft: () => describeDraft(previewEdits(content, pending), shown.nodes, shown.edges),
  };
}

/** Beside the picture; where there is none yet, by what connects them if they are too many for rows. */
async function placeProposed(
  proposed: readonly PendingEdit[],
  shown: Pick<ProposalGround, "nodes" | "edges">,
  ground: ProposalGround,
): Promise<NodePlaces> {
  if (shown.nodes.length > 0) return placeBeside(listMade(proposed), shown.nodes);
  const alone = showWith(proposed, ground);
  return isCrowded(alone.nodes, {}) ? await arrange(alone.nodes, alone.edges) : {};
}

function showWith(pending: readonly PendingEdit[], ground: ProposalGround): Pick<ProposalGround, "nodes" | "edges"> {
  const { content, services, architecture, nodes, edges, placed } = ground;
  if (pending.length === 0) return { nodes, edges };
  const preview = previewEdits(content, pending);
  const shownNodes = withNodeMarks(listCanvasNodes(preview, services, architecture?.nodes, placed), pending);
  const lines = listCanvasEdges(architecture, shownNodes, preview.lines);
  return { nodes: shownNodes, edges: withEdgeMarks(lines, edges, pending) };
}
