import type { Architecture } from "@cairn/contract/architecture";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";

import { useSetBaseline, useSetEdge } from "./architecture.api.ts";
import { listCanvasEdges } from "./model/canvas-edge.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import type { Connecting } from "./panel/panel-content.tsx";

/** What connects the nodes, and what can be said of it. */
export function useConnections(
  project: ProjectKey,
  architecture: Architecture | undefined,
  nodes: readonly CanvasNode[],
  onSay: (text: string) => void,
): Connecting {
  const setEdge = useSetEdge(project);
  const baseline = useSetBaseline(project);
  const edges = listCanvasEdges(architecture, nodes);
  const words = { allowed: "allowed", forbidden: "forbidden" };
  return {
    edges,
    isBusy: setEdge.isPending || baseline.isPending,
    connect: (sourceId, targetId) => {
      const [source, target] = [sourceId, targetId].map((id) => nodes.find(({ nodeId }) => nodeId === id));
      if (!source?.graphId || !target?.graphId) return onSay("Both have to be saved before they can be connected");
      const ends = { sourceId: source.graphId, targetId: target.graphId };
      setEdge.mutate(
        { ...ends, stance: "allowed" },
        { onSuccess: () => onSay(`${source.name} connected to ${target.name}`) },
      );
    },
    setStance: ({ edge: { sourceId, targetId }, name }, stance) =>
      setEdge.mutate(
        { sourceId, targetId, stance },
        { onSuccess: () => onSay(`${name}: ${stance ? words[stance] : "nothing is said of it"}`) },
      ),
    allowAll: () => baseline.mutate(),
  };
}
