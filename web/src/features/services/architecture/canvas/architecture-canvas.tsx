import {
  Background,
  ConnectionMode,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  applyNodeChanges,
  useReactFlow,
} from "@xyflow/react";
import type { NodeChange } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";

import { chooseSides, edgeLookText } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { differenceLabels } from "#web/features/services/architecture/model/difference.ts";
import { nodeHeightPx, nodeWidthPx } from "#web/features/services/architecture/model/layout.ts";
import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";
import { proposalLabels } from "#web/features/services/architecture/model/proposal-mark.ts";
import {
  fitDebounceMs,
  fitOptions,
  maxZoom,
  minZoom,
  stepZoom,
} from "#web/features/services/architecture/model/zoom.ts";

import "./canvas.css";

import { CanvasControls } from "./canvas-controls.tsx";
import { ConnectionLine, strokeOf } from "./connection-line.tsx";
import type { FlowEdge } from "./connection-line.tsx";
import { NodeCard, cardSides } from "./node-card.tsx";
import type { FlowNode } from "./node-card.tsx";
import { useCanvasKeys } from "./use-canvas-keys.ts";

interface CanvasEditing {
  onMove: (places: Record<string, CanvasPoint>) => void;
  onDelete: (nodeId: string) => void;
  /** Somebody drew a line between two nodes that the server has. */
  onConnect: (sourceId: string, targetId: string) => void;
}

export interface ArchitectureCanvasProps {
  /** In the order in which Tab walks them. */
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  /** A node or a connection. */
  selectedId: string | null;
  /** By keyboard the focus goes on to what can be edited. */
  onSelect: (nodeId: string | null, how: "pointer" | "keyboard") => void;
  /** Null where nothing can be changed. */
  editing: CanvasEditing | null;
  /** How often all nodes were arranged: each time the picture is fitted. */
  arrangedCount: number;
}

const nodeTypes = { card: NodeCard };
const edgeTypes = { line: ConnectionLine };
/** From this many nodes on, only those in the window are in the page; Tab brings the others into it. */
const allShownLimit = 60;

/** Nodes on an endless surface. Loaded when it is first shown. */
export function ArchitectureCanvas(props: ArchitectureCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas(props: ArchitectureCanvasProps) {
  const { nodes, edges, selectedId, onSelect, editing, arrangedCount } = props;
  const flow = useReactFlow<FlowNode>();
  const surfaceRef = useRef<HTMLDivElement>(null);
  const given = useMemo(() => nodes.map((node) => toFlowNode(node, node.nodeId === selectedId)), [nodes, selectedId]);
  const [shown, setShown] = useFollowing(given);
  const lines = useMemo(() => listFlowEdges(edges, nodes, selectedId), [edges, nodes, selectedId]);
  const fit = () => void flow.fitView({ ...fitOptions, duration: animationMs() });
  const zoom = (direction: 1 | -1) => void flow.zoomTo(stepZoom(flow.getZoom(), direction), { duration: 0 });
  useFitWhenRearranged(nodes, arrangedCount, fit);
  useFitWhenPointedAt(nodes, (ids) => {
    const pointed = { nodes: ids.map((id) => ({ id })), padding: fitOptions.padding, maxZoom: fitOptions.maxZoom };
    void flow.fitView({ ...pointed, duration: animationMs() });
  });
  const onKeyDown = useCanvasKeys({ nodes, onZoom: zoom, onFit: fit, onSelect, editing });

  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    // What is selected is decided outside of the canvas.
    const moves = changes.filter(({ type }) => type === "position" || type === "dimensions");
    if (moves.length > 0) setShown((current) => applyNodeChanges(moves, current));
  };
  return (
    // The keys of the canvas work wherever the focus is within it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={surfaceRef} onKeyDown={onKeyDown} className="relative size-full min-h-0">
      <ReactFlow
        className="architecture-canvas"
        aria-label="Architecture canvas"
        nodes={shown}
        edges={lines}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={(_event, { id }) => onSelect(id, "pointer")}
        onEdgeClick={(_event, { id }) => onSelect(id, "pointer")}
        onConnect={({ source, target }) => source !== target && editing?.onConnect(source, target)}
        nodesDraggable={editing !== null}
        nodesConnectable={editing !== null}
        connectionMode={ConnectionMode.Loose}
        onPaneClick={() => onSelect(null, "pointer")}
        onNodeDragStop={(_event, _node, dragged) =>
          editing?.onMove(Object.fromEntries(dragged.map(({ id, position }) => [id, rounded(position)])))
        }
        // A picture that moves as a whole is drawn once and shifted; afterwards it is drawn sharp again.
        onMoveStart={() => surfaceRef.current?.setAttribute("data-moving", "")}
        onMoveEnd={() => surfaceRef.current?.removeAttribute("data-moving")}
        nodeDragThreshold={dragThresholdPx}
        minZoom={minZoom}
        maxZoom={maxZoom}
        fitView
        fitViewOptions={{ padding: fitOptions.padding, maxZoom: fitOptions.maxZoom }}
        onlyRenderVisibleElements={nodes.length > allShownLimit}
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        disableKeyboardA11y
        autoPanOnNodeFocus
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
      </ReactFlow>
      <CanvasControls onZoom={zoom} onFit={fit} />
    </div>
  );
}

/** A drag starts after so many px. */
const dragThresholdPx = 8;

/** In the middle of each side, so that lines have ends before their nodes are drawn. */
const handlePoints = {
  top: { x: nodeWidthPx / 2, y: 0 },
  right: { x: nodeWidthPx, y: nodeHeightPx / 2 },
  bottom: { x: nodeWidthPx / 2, y: nodeHeightPx },
  left: { x: 0, y: nodeHeightPx / 2 },
};

function toFlowNode(node: CanvasNode, isSelected: boolean): FlowNode {
  return {
    id: node.nodeId,
    type: "card",
    position: node.place,
    width: nodeWidthPx,
    height: nodeHeightPx,
    selected: isSelected,
    ariaLabel: node.label,
    handles: cardSides.map(([id, position]) => ({ id, type: "source", position, ...handlePoints[id] })),
    data: { node },
  };
}

/** Their ends lie on the sides that face each other. */
function listFlowEdges(
  edges: readonly CanvasEdge[],
  nodes: readonly CanvasNode[],
  selectedId: string | null,
): FlowEdge[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return edges.flatMap((edge) => {
    const [source, target] = [byId.get(edge.sourceId), byId.get(edge.targetId)];
    if (!source || !target) return [];
    const sides = chooseSides(source, target);
    return {
      id: edge.edgeId,
      type: "line" as const,
      source: edge.sourceId,
      target: edge.targetId,
      sourceHandle: sides.source,
      targetHandle: sides.target,
      selected: edge.edgeId === selectedId,
      ariaLabel: `${edge.name}. ${describeLook(edge)}`,
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: strokeOf(edge),
      },
      data: { edge },
    };
  });
}

function describeLook({ difference, proposal, look }: CanvasEdge): string {
  if (difference) return differenceLabels[difference];
  return proposal ? proposalLabels[proposal] : edgeLookText(look);
}

/** Whole px: what a drag leaves are fractions of the zoom. */
function rounded({ x, y }: CanvasPoint): CanvasPoint {
  return { x: Math.round(x), y: Math.round(y) };
}

function animationMs(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : fitOptions.duration;
}

/** A copy that a drag changes on its way, until the drag ends and the given nodes say the same. */
function useFollowing(given: FlowNode[]) {
  const [shown, setShown] = useState(given);
  const [followed, setFollowed] = useState(given);
  if (followed !== given) {
    setFollowed(given);
    setShown((current) => keepUnchanged(given, current));
  }
  return [shown, setShown] as const;
}

/** Nodes in which nothing changed stay the same objects, so that they are not drawn again. */
function keepUnchanged(given: readonly FlowNode[], current: readonly FlowNode[]): FlowNode[] {
  const byId = new Map(current.map((node) => [node.id, node]));
  return given.map((node) => {
    const old = byId.get(node.id);
    if (!old) return node;
    const isSame =
      old.data.node === node.data.node &&
      old.selected === node.selected &&
      old.position.x === node.position.x &&
      old.position.y === node.position.y;
    return isSame ? old : { ...old, ...node };
  });
}

/** Shows the nodes that a finding is about when it is chosen; when none is any more, the window stays. */
function useFitWhenPointedAt(nodes: readonly CanvasNode[], fit: (nodeIds: string[]) => void): void {
  const meant = nodes.filter(({ isPointedAt }) => isPointedAt).map(({ nodeId }) => nodeId);
  const key = meant.join("|");
  const fitRef = useRef(() => {});
  useEffect(() => {
    fitRef.current = () => fit(meant);
  });
  useEffect(() => {
    if (key !== "") fitRef.current();
  }, [key]);
}

/** Fits the picture when nodes come or go; where somebody moves one, the window stays. */
function useFitWhenRearranged(nodes: readonly CanvasNode[], arrangedCount: number, fit: () => void): void {
  const parts = nodes.map(({ nodeId, form }) => `${nodeId} ${form}`).toSorted();
  const shape = [arrangedCount, ...parts].join("|");
  const shownRef = useRef(shape);
  const fitRef = useRef(fit);
  useEffect(() => {
    fitRef.current = fit;
  });
  useEffect(() => {
    if (shownRef.current === shape) return;
    shownRef.current = shape;
    const timer = setTimeout(() => fitRef.current(), fitDebounceMs);
    return () => clearTimeout(timer);
  }, [shape]);
}
