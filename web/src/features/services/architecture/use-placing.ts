import type { Architecture } from "@cairn/contract/architecture";
import type { Service } from "@cairn/contract/services";
import { useEffect, useState } from "react";

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
 * that nothing moves by itself under somebody's eyes.
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

interface PlacedContent {
  content: CanvasContent;
  services: readonly Service[];
  architecture: Architecture | undefined;
  change: (change: DraftChange) => void;
}

/** The nodes of the canvas where they stand: moved, placed by what connects them, or in rows. */
export function usePlacedNodes({ content, services, architecture, change }: PlacedContent) {
  const inRows = listCanvasNodes(content, services, architecture?.nodes);
  const stored = inRows.filter(({ graphId }) => graphId !== null);
  const moved = { ...content.moved, ...listKeptPlaces(architecture) };
  const isReady = architecture !== undefined;
  const edges = listCanvasEdges(architecture, stored);
  const { places: placed, isPending } = usePlacing({ nodes: stored, edges, moved, isReady });
  const nodes = placed ? listCanvasNodes(content, services, architecture?.nodes, placed) : inRows;
  const fresh = isReady && !isPending ? stored.filter(({ nodeId }) => !moved[nodeId]) : [];
  // Places that were loaded a moment ago are not followed yet.
  const picture = fresh.length > 0 ? listCanvasNodes({ ...content, moved }, services, architecture?.nodes, placed) : [];
  useKeepingPlaces({ fresh, picture, placed, change });
  return { nodes, placed, isPending };
}

interface ShownPicture {
  /** Nodes without a place that is kept. */
  fresh: readonly CanvasNode[];
  /** All nodes, these among them. */
  picture: readonly CanvasNode[];
  placed: NodePlaces | undefined;
  change: (change: DraftChange) => void;
}

/**
 * Keeps where nodes were placed by what connects them, so that everybody sees the same picture from then on, also when
 * connections change. What the code adds to such a picture stands beside it. Rows need nothing kept.
 */
function useKeepingPlaces({ fresh, picture, placed = {}, change }: ShownPicture): void {
  const freshKey = fresh.map(({ nodeId }) => nodeId).join(" ");
  useEffect(() => {
    const ids = new Set(fresh.map(({ nodeId }) => nodeId));
    const isNew = ({ nodeId }: CanvasNode) => ids.has(nodeId) && !placed[nodeId];
    const own = picture.filter(({ nodeId }) => ids.has(nodeId) && placed[nodeId]);
    const [added, others] = [picture.filter(isNew), picture.filter((node) => !isNew(node))];
    // Where few of many were moved, the others stand in their rows.
    const isPicture = added.length < others.length;
    const beside = isPicture
      ? placeBeside(
          added.map(({ nodeId }) => nodeId),
          others,
        )
      : {};
    const places = { ...beside, ...Object.fromEntries(own.map(({ nodeId, place }) => [nodeId, place])) };
    if (Object.keys(places).length > 0) change({ kind: "placed", places });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each node that comes
  }, [freshKey, change]);
}
