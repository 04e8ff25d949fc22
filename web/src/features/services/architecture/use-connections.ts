import type { Architecture } from "@cairn/contract/architecture";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { useSetBaseline, useSetEdge } from "./architecture.api.ts";
import type { DraftLine } from "./model/canvas-content.ts";
import { listCanvasEdges } from "./model/canvas-edge.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import type { DraftChange } from "./model/draft.ts";
import type { Connecting } from "./panel/panel-content.tsx";

interface ConnectedCanvas {
  project: ProjectKey;
  architecture: Architecture | undefined;
  nodes: readonly CanvasNode[];
  lines: readonly DraftLine[];
  change: (change: DraftChange) => void;
  onSay: (text: string) => void;
}

/** What connects the nodes, and what can be said of it: at once where the server has both ends, else when all is saved. */
export function useConnections({ project, architecture, nodes, lines, change, onSay }: ConnectedCanvas): Connecting {
  const setEdge = useSetEdge(project);
  const baseline = useSetBaseline(project);
  const edges = listCanvasEdges(architecture, nodes, lines);
  const words = { allowed: "allowed", forbidden: "forbidden" };
  return {
    edges,
    isBusy: setEdge.isPending || baseline.isPending,
    connect: (sourceId, targetId) => {
      const [source, target] = [sourceId, targetId].map((id) => nodes.find(({ nodeId }) => nodeId === id));
      if (!source || !target) return;
      if (source.graphId === null || target.graphId === null) {
        change({ kind: "applied", edits: [{ kind: "joined", sourceId, targetId, stance: "allowed", reason: null }] });
        return onSay(`${source.name} connected to ${target.name}, once both are saved`);
      }
      const ends = { sourceId: source.graphId, targetId: target.graphId };
      setEdge.mutate(
        { ...ends, stance: "allowed" },
        { onSuccess: () => onSay(`${source.name} connected to ${target.name}`) },
      );
    },
    setStance: (edge, stance) => {
      const said = `${edge.name}: ${stance ? words[stance] : "nothing is said of it"}`;
      if (edge.isUnsaved) {
        const ends = { sourceId: edge.sourceId, targetId: edge.targetId, reason: null };
        change({
          kind: "applied",
          edits: [stance === null ? { kind: "parted", ...ends } : { kind: "joined", ...ends, stance }],
        });
        return onSay(said);
      }
      const { sourceId, targetId } = edge.edge;
      setEdge.mutate({ sourceId, targetId, stance }, { onSuccess: () => onSay(said) });
    },
    allowAll: () => baseline.mutate(),
  };
}
