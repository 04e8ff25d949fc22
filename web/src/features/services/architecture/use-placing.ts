import type { Architecture } from "@cairn/contract/architecture";
import type { Service } from "@cairn/contract/services";
import { useEffect, useState } from "react";

import { arrange } from "./model/arrange.ts";
import type { CanvasContent } from "./model/canvas-content.ts";
import { listCanvasEdges } from "./model/canvas-edge.ts";
import type { CanvasEdge } from "./model/canvas-edge.ts";
import { listCanvasNodes } from "./model/canvas-node.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import { isCrowded } from "./model/layout.ts";
import type { NodePlaces } from "./model/layout.ts";
import { listKeptPlaces } from "./use-places.ts";

interface PlacedCanvas {
  /** What the server has, once it is known. */
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  /** Where people put nodes. */
  moved: NodePlaces;
  isReady: boolean;
}

/**
 * Where nodes stand by what connects them, where they are too many for the rows of their forms. Worked out once a visit, so
 * that nothing moves by itself under somebody's eyes. Nothing of it is kept: nobody has said it.
 */
export function usePlacing({ nodes, edges, moved, isReady }: PlacedCanvas): {
  places: NodePlaces | undefined;
  isPending: boolean;
} {
  /** Null until it is known whether anything has to be placed. */
  const [asked, setAsked] = useState<{ nodes: readonly CanvasNode[]; edges: readonly CanvasEdge[] } | null>(null);
  const [places, setPlaces] = useState<NodePlaces>();
  if (asked === null && isReady) setAsked(isCrowded(nodes, moved) ? { nodes, edges } : { nodes: [], edges: [] });
  const isNeeded = asked !== null && asked.nodes.length > 0;
  useEffect(() => {
    if (!asked || asked.nodes.length === 0) return undefined;
    let isGone = false;
    const keep = (placed: NodePlaces) => {
      if (!isGone) setPlaces(placed);
    };
    // Where what places them could not be loaded, they stand in rows.
    arrange(asked.nodes, asked.edges).then(keep, () => keep({}));
    return () => {
      isGone = true;
    };
  }, [asked]);
  return { places, isPending: isNeeded && places === undefined };
}

/** The nodes of the canvas where they stand: moved, placed by what connects them, or in rows. */
export function usePlacedNodes(
  content: CanvasContent,
  services: readonly Service[],
  architecture: Architecture | undefined,
) {
  const inRows = listCanvasNodes(content, services, architecture?.nodes);
  const stored = inRows.filter(({ graphId }) => graphId !== null);
  const { places: placed, isPending } = usePlacing({
    nodes: stored,
    edges: listCanvasEdges(architecture, stored),
    moved: { ...content.moved, ...listKeptPlaces(architecture) },
    isReady: architecture !== undefined,
  });
  const nodes = placed ? listCanvasNodes(content, services, architecture?.nodes, placed) : inRows;
  return { nodes, placed, isPending };
}
