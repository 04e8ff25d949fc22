import type { Architecture } from "@cairn/contract/architecture";

import type { DraftLine } from "./model/canvas-content.ts";
import { listCanvasEdges } from "./model/canvas-edge.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import { explainFirst } from "./model/contract-begin.ts";
import type { DraftChange } from "./model/draft.ts";
import type { Connecting } from "./panel/panel-content.tsx";
import { stanceText } from "./use-telling.ts";
import type { Telling } from "./use-telling.ts";

interface ConnectedCanvas {
  architecture: Architecture | undefined;
  nodes: readonly CanvasNode[];
  lines: readonly DraftLine[];
  change: (change: DraftChange) => void;
  telling: Telling;
  onSay: (text: string) => void;
}

/** What connects the nodes, and what can be said of it: at once where the server has both ends, else when all is saved. */
export function useConnections(canvas: ConnectedCanvas): Connecting {
  const { architecture, nodes, lines, change, telling, onSay } = canvas;
  const edges = listCanvasEdges(architecture, nodes, lines);
  return {
    edges,
    isBusy: telling.isBusy,
    connect: (sourceId, targetId) => {
      const [source, target] = [sourceId, targetId].map((id) => nodes.find(({ nodeId }) => nodeId === id));
      if (!source || !target) return;
      if (source.graphId === null || target.graphId === null) {
        change({ kind: "applied", edits: [{ kind: "joined", sourceId, targetId, stance: "allowed", reason: null }] });
        return onSay(`${source.name} connected to ${target.name}, once both are saved`);
      }
      const ends = { sourceId: source.graphId, targetId: target.graphId };
      const known = edges.find(({ edge }) => edge.sourceId === ends.sourceId && edge.targetId === ends.targetId);
      const name = known?.name ?? `${source.name} to ${target.name}`;
      const step = { ...ends, name, from: known?.edge.stance ?? null, to: "allowed" as const };
      telling.setStance(step, `${source.name} connected to ${target.name}`, explainFirst(architecture, [ends]));
    },
    setStance: (edge, stance) => {
      const said = stanceText(edge.name, stance);
      if (edge.isUnsaved) {
        const ends = { sourceId: edge.sourceId, targetId: edge.targetId, reason: null };
        change({
          kind: "applied",
          edits: [stance === null ? { kind: "parted", ...ends } : { kind: "joined", ...ends, stance }],
        });
        return onSay(said);
      }
      const { sourceId, targetId, stance: from } = edge.edge;
      const step = { sourceId, targetId, name: edge.name, from, to: stance };
      telling.setStance(step, said, explainFirst(architecture, [step]));
    },
    allowAll: telling.allowAll,
  };
}
