import type { Architecture } from "@cairn/contract/architecture";

import { listCanvasEdges } from "./canvas-edge.ts";
import type { CanvasEdge } from "./canvas-edge.ts";
import { formLabel } from "./canvas-node.ts";
import type { CanvasNode } from "./canvas-node.ts";
import type { ComparedArchitecture } from "./compare-architectures.ts";
import { differenceLabels } from "./difference.ts";
import { layOut } from "./layout.ts";
import type { CanvasPoint, NodeForm } from "./layout.ts";

/** What two commits have of the architecture as nodes and lines of the canvas, each with what differs. */
export function drawCompared(
  { nodes, edges }: ComparedArchitecture,
  placed?: Readonly<Record<string, CanvasPoint>>,
): { nodes: CanvasNode[]; edges: CanvasEdge[]; moved: Record<string, CanvasPoint> } {
  const formed = nodes.map((one) => ({ ...one, form: (one.node.type ?? one.node.kind) as NodeForm }));
  const moved = Object.fromEntries(nodes.flatMap(({ node }) => (node.position ? [[node.nodeId, node.position]] : [])));
  const places = layOut(
    formed.map(({ node, form }) => ({ nodeId: node.nodeId, form })),
    moved,
    placed,
  );
  const drawn = formed
    .map(({ node, form, difference }): CanvasNode => {
      const { nodeId, name, technology } = node;
      const parts = [name, formLabel(form), ...(difference ? [differenceLabels[difference]] : [])];
      const place = places.get(nodeId) ?? { x: 0, y: 0 };
      const mark = difference ? { difference } : {};
      return {
        nodeId,
        graphId: nodeId,
        form,
        name,
        detail: technology,
        state: null,
        place,
        label: parts.join(", "),
        ...mark,
      };
    })
    .toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
  const marks = new Map(edges.map(({ sourceId, targetId, difference }) => [`${sourceId}\n${targetId}`, difference]));
  const lines = listCanvasEdges(asArchitecture(edges), drawn).map((line): CanvasEdge => {
    const difference = marks.get(`${line.sourceId}\n${line.targetId}`);
    return difference ? { ...line, difference } : line;
  });
  return { nodes: drawn, edges: lines, moved };
}

/** As code alone, of which nothing is said. */
function asArchitecture(edges: ComparedArchitecture["edges"]): Architecture {
  return {
    nodes: [],
    edges: edges.map(({ sourceId, targetId, derived }) => {
      return { sourceId, targetId, derived, stance: null, drift: null, broughtBy: null };
    }),
    baselineAt: null,
    hasContract: false,
    index: { isFresh: true, repositories: [] },
    isCutOff: false,
  };
}
