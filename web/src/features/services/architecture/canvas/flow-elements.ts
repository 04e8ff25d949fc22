import { MarkerType } from "@xyflow/react";

import { edgeLookText, isSideLine } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { differenceLabels } from "#web/features/services/architecture/model/difference.ts";
import { nodeHeightPx, nodeWidthPx } from "#web/features/services/architecture/model/layout.ts";
import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";
import type { DrawnBox } from "#web/features/services/architecture/model/line-sides.ts";
import { makeRoom, moduleHeightPx, moduleWidthPx } from "#web/features/services/architecture/model/opened.ts";
import type { CanvasModule, OpenedFrame } from "#web/features/services/architecture/model/opened.ts";
import { proposalLabels } from "#web/features/services/architecture/model/proposal-mark.ts";
import type { RoutedLine } from "#web/features/services/architecture/model/route-lines.ts";

import { strokeAmong } from "./connection-line.tsx";
import type { FlowEdge } from "./connection-line.tsx";
import { cardSides } from "./node-card.tsx";
import type { CardNode } from "./node-card.tsx";
import type { FrameNode, ModuleNode } from "./opened-frame.tsx";

/** What React Flow keeps of whatever stands on the canvas. */
export type FlowNode = CardNode | FrameNode | ModuleNode;

/** What stands on the canvas, in the order in which Tab walks it. */
export interface StandingNode extends DrawnBox {
  /** Null for a module, which is chosen and nothing else. */
  node: CanvasNode | null;
}

export interface DrawnNodes {
  flowNodes: FlowNode[];
  standing: StandingNode[];
  /** How far nodes moved aside for what is open. */
  room: ReadonlyMap<string, CanvasPoint>;
}

interface ShownNodes {
  nodes: readonly CanvasNode[];
  selectedId: string | null;
  frames: ReadonlyMap<string, OpenedFrame>;
}

/** Cards, the frames of what is open with the modules in them, and where all of it stands. */
export function drawNodes({ nodes, selectedId, frames }: ShownNodes): DrawnNodes {
  const room = makeRoom(nodes, frames);
  const flowNodes: FlowNode[] = [];
  const standing: StandingNode[] = [];
  for (const node of nodes) {
    const aside = room.get(node.nodeId);
    const place = aside ? { x: node.place.x + aside.x, y: node.place.y + aside.y } : node.place;
    const frame = frames.get(node.nodeId);
    const size = frame ? sizeOf(frame) : { width: nodeWidthPx, height: nodeHeightPx };
    const isSelected = node.nodeId === selectedId;
    flowNodes.push(frame ? toFrame({ node, frame, place, isSelected }) : toCard({ node, place, isSelected }));
    standing.push({ nodeId: node.nodeId, node, frameId: null, place, ...size });
    for (const module of frame?.modules ?? []) {
      const at = { x: place.x + module.place.x, y: place.y + module.place.y };
      flowNodes.push(toModule(module, { frameId: node.nodeId, isSelected: module.moduleId === selectedId }));
      const box = { place: at, width: moduleWidthPx, height: moduleHeightPx };
      standing.push({ nodeId: module.moduleId, node: null, frameId: node.nodeId, ...box });
    }
  }
  return { flowNodes, standing, room };
}

function sizeOf({ width, height }: OpenedFrame): { width: number; height: number } {
  return { width, height };
}

interface Placed {
  node: CanvasNode;
  place: CanvasPoint;
  isSelected: boolean;
}

function toCard({ node, place, isSelected }: Placed): CardNode {
  const size = { width: nodeWidthPx, height: nodeHeightPx };
  return {
    id: node.nodeId,
    type: "card",
    position: place,
    ...size,
    selected: isSelected,
    ariaLabel: node.label,
    handles: handlesOf(size),
    data: { node },
  };
}

function toFrame({ node, frame, place, isSelected }: Placed & { frame: OpenedFrame }): FrameNode {
  return {
    id: node.nodeId,
    type: "frame",
    position: place,
    ...sizeOf(frame),
    selected: isSelected,
    ariaLabel: `${node.label}, open, ${frame.note ?? frame.countText}`,
    handles: handlesOf(frame),
    data: { node, frame },
  };
}

function toModule(module: CanvasModule, { frameId, isSelected }: { frameId: string; isSelected: boolean }): ModuleNode {
  const size = { width: moduleWidthPx, height: moduleHeightPx };
  return {
    id: module.moduleId,
    type: "module",
    parentId: frameId,
    position: module.place,
    ...size,
    selected: isSelected,
    ariaLabel: module.label,
    draggable: false,
    connectable: false,
    handles: handlesOf(size),
    data: { module },
  };
}

/** In the middle of each side, so that lines have ends before their nodes are drawn. */
function handlesOf({ width, height }: { width: number; height: number }) {
  const points = {
    top: { x: width / 2, y: 0 },
    right: { x: width, y: height / 2 },
    bottom: { x: width / 2, y: height },
    left: { x: 0, y: height / 2 },
  };
  return cardSides.map(([id, position]) => ({ id, type: "source" as const, position, ...points[id] }));
}

/** Where all of it stands and what it connects, as a text that is another once lines have to be led anew. */
export function describeLines(edges: readonly CanvasEdge[], standing: readonly StandingNode[]): string {
  const boxes = standing.map(
    ({ nodeId, place, width, height }) => `${nodeId} ${place.x} ${place.y} ${width} ${height}`,
  );
  // A line is called otherwise once the server has its ends.
  return [...boxes, ...edges.map(({ edgeId, sourceId, targetId }) => `${edgeId} ${sourceId}>${targetId}`)].join("|");
}

/** What somebody has chosen. */
interface Chosen {
  /** A node, a module or a line. */
  id: string | null;
  isNode: boolean;
  /** Of a service that is open: lines end at these as they end at its card while it is closed. */
  modules: readonly CanvasModule[];
}

/** Each where it was led. Of a chosen node its own lines stand out, those of its modules among them; the others step back. */
export function listFlowEdges(
  edges: readonly CanvasEdge[],
  routes: ReadonlyMap<string, RoutedLine>,
  chosen: Chosen,
): FlowEdge[] {
  const ends = new Set([chosen.id, ...chosen.modules.map(({ moduleId }) => moduleId)]);
  return edges.flatMap((edge) => {
    const route = routes.get(edge.edgeId);
    if (!route) return [];
    const isOwn = chosen.isNode && (ends.has(edge.sourceId) || ends.has(edge.targetId));
    const isSelected = chosenBy(edge) === chosen.id;
    const isBehind = chosen.isNode ? !isOwn && edge.edge.drift === null && !edge.proposal : isSideLine(edge);
    const isFaint = isBehind && !isSelected;
    return {
      id: edge.edgeId,
      type: "line" as const,
      source: edge.sourceId,
      target: edge.targetId,
      sourceHandle: route.source.side,
      targetHandle: route.target.side,
      selected: isSelected,
      // Behind the others, but never behind the frame in which it starts or ends.
      zIndex: isFaint && edge.module === undefined ? -1 : 0,
      ariaLabel: `${edge.name}. ${describeLook(edge)}`,
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: strokeAmong({ edge, isFaint, isOwn }),
      },
      data: { edge, route, isFaint, isOwn },
    };
  });
}

/** What is chosen with a line: itself, or what it is a part of. */
export function chosenBy({ edgeId, module }: CanvasEdge): string {
  return module?.chosen ?? edgeId;
}

function describeLook({ difference, proposal, look }: CanvasEdge): string {
  if (difference) return differenceLabels[difference];
  return proposal ? proposalLabels[proposal] : edgeLookText(look);
}
