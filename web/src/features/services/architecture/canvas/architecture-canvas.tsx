import {
  Background,
  ConnectionMode,
  ReactFlow,
  ReactFlowProvider,
  applyNodeChanges,
  useReactFlow,
} from "@xyflow/react";
import type { NodeChange } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";

import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasNode } from "#web/features/services/architecture/model/canvas-node.ts";
import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";
import type { OpenedFrame as Frame } from "#web/features/services/architecture/model/opened.ts";
import { fitDebounceMs, maxZoom, minZoom, stepZoom } from "#web/features/services/architecture/model/zoom.ts";
import type { Brought } from "#web/features/services/architecture/use-selection.ts";

import "./canvas.css";

import { CanvasControls } from "./canvas-controls.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { findDropTarget } from "./drop-target.ts";
import { chosenBy, drawNodes, listFlowEdges } from "./flow-elements.ts";
import type { FlowNode } from "./flow-elements.ts";
import { LineBundle } from "./line-bundle.tsx";
import { NodeCard } from "./node-card.tsx";
import { ModuleCard, OpenedFrame } from "./opened-frame.tsx";
import { OpeningContext } from "./opening.ts";
import type { Opening } from "./opening.ts";
import { useBringing } from "./use-bringing.ts";
import { useBundling } from "./use-bundling.ts";
import { useCanvasKeys } from "./use-canvas-keys.ts";
import { useFitWhenOpened } from "./use-fit-when-opened.ts";
import { useFitting } from "./use-fitting.ts";
import { useRoutes } from "./use-routes.ts";
import { ZoomForNames } from "./zoom-for-names.tsx";

interface CanvasEditing {
  onMove: (places: Record<string, CanvasPoint>) => void;
  onDelete: (nodeId: string) => void;
  /** Somebody drew a line between two nodes that the server has. */
  onConnect: (sourceId: string, targetId: string) => void;
  /** The line that somebody drew ended on nothing. */
  onMiss: (where: "nothing" | "itself") => void;
}

export interface ArchitectureCanvasProps {
  /** In the order in which Tab walks them. */
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  /** A node or a connection. */
  selectedId: string | null;
  /** What is brought into the window: chosen in a list, or by keyboard. */
  brought?: Brought | null;
  /** By keyboard the focus goes on to what can be edited. */
  onSelect: (nodeId: string | null, how: "pointer" | "keyboard") => void;
  /** Null where nothing can be changed. */
  editing: CanvasEditing | null;
  /** Of services that are open. */
  frames?: ReadonlyMap<string, Frame>;
  /** Null where nothing can be opened. */
  opening?: Opening | null;
  /** How often all nodes were arranged: each time the picture is fitted. */
  arrangedCount: number;
}

const nodeTypes = { card: NodeCard, frame: OpenedFrame, module: ModuleCard };
const edgeTypes = { line: ConnectionLine };
/** From this many nodes on, only those in the window are in the page; Tab brings the others into it. */
const allShownLimit = 60;
const noFrames: ReadonlyMap<string, Frame> = new Map();

/** Nodes on an endless surface. Loaded when it is first shown. */
export function ArchitectureCanvas(props: ArchitectureCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas(props: ArchitectureCanvasProps) {
  const {
    nodes,
    edges,
    selectedId,
    onSelect,
    editing,
    arrangedCount,
    frames = noFrames,
    opening = null,
    brought = null,
  } = props;
  const flow = useReactFlow<FlowNode>();
  const surfaceRef = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => drawNodes({ nodes, selectedId, frames }), [nodes, selectedId, frames]);
  const [shown, setShown] = useFollowing(drawn.flowNodes);
  const routes = useRoutes(edges, drawn.standing);
  const isNodeChosen = drawn.standing.some(({ nodeId }) => nodeId === selectedId);
  const lines = useMemo(
    () =>
      listFlowEdges(edges, routes, { id: selectedId, isNode: isNodeChosen, modules: modulesOf(frames, selectedId) }),
    [edges, routes, selectedId, isNodeChosen, frames],
  );
  const dragged = shown.flatMap(({ id, dragging }) => (dragging ? id : []));
  const { apart, bundled } = useBundling(lines, dragged, frames);
  const linesById = new Map(edges.map((edge) => [edge.edgeId, edge]));
  const selectLine = (edgeId: string) => {
    const line = linesById.get(edgeId);
    onSelect(line ? chosenBy(line) : edgeId, "pointer");
  };
  const { showFirst, fit, fitTo } = useFitting(drawn.standing, routes, surfaceRef);
  const zoom = (direction: 1 | -1) => void flow.zoomTo(stepZoom(flow.getZoom(), direction), { duration: 0 });
  useFitWhenRearranged(nodes, arrangedCount, fit);
  useFitWhenPointedAt(nodes, fitTo);
  useFitWhenOpened(drawn.standing, frames);
  useBringing({ brought, edges, standing: drawn.standing });
  const keysOfOpening = opening && { ...opening, isOpen: (nodeId: string) => frames.has(nodeId) };
  const keys = { nodes: drawn.standing, onZoom: zoom, onFit: fit, onSelect, editing, opening: keysOfOpening };
  const onKeyDown = useCanvasKeys(keys);

  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    // What is selected is decided outside of the canvas.
    const moves = changes.filter(({ type }) => type === "position" || type === "dimensions");
    if (moves.length > 0) setShown((current) => applyNodeChanges(moves, current));
  };
  return (
    // The keys of the canvas work wherever the focus is within it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={surfaceRef} onKeyDown={onKeyDown} className="relative size-full min-h-0">
      <OpeningContext value={opening}>
        <ReactFlow
          className="architecture-canvas"
          aria-label="Architecture canvas"
          nodes={shown}
          edges={apart}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onNodeClick={(_event, { id }) => onSelect(id, "pointer")}
          onNodeDoubleClick={(_event, { id }) => opening?.canOpen(id) && opening.toggle(id)}
          onEdgeClick={(_event, { id }) => selectLine(id)}
          onConnect={({ source, target }) => source !== target && editing?.onConnect(source, target)}
          onConnectEnd={(event, { fromNode, isValid }) => {
            // On a handle that takes it the line is connected already.
            if (!fromNode || isValid === true) return;
            const point = flow.screenToFlowPosition(pointerOf(event));
            const target = findDropTarget(drawn.standing, point);
            if (target === null) editing?.onMiss("nothing");
            else if (target === fromNode.id) editing?.onMiss("itself");
            else editing?.onConnect(fromNode.id, target);
          }}
          nodesDraggable={editing !== null}
          nodesConnectable={editing !== null}
          connectionMode={ConnectionMode.Loose}
          onPaneClick={() => onSelect(null, "pointer")}
          onNodeDragStop={(_event, _node, dragged) =>
            editing?.onMove(
              Object.fromEntries(dragged.map(({ id, position }) => [id, withoutRoom(position, drawn.room.get(id))])),
            )
          }
          // A picture that moves as a whole is drawn once and shifted; afterwards it is drawn sharp again.
          onMoveStart={() => surfaceRef.current?.setAttribute("data-moving", "")}
          onMoveEnd={() => surfaceRef.current?.removeAttribute("data-moving")}
          nodeDragThreshold={dragThresholdPx}
          minZoom={minZoom}
          maxZoom={maxZoom}
          onInit={showFirst}
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
          {bundled.length > 0 && <LineBundle lines={bundled} onSelect={selectLine} />}
          <ZoomForNames surfaceRef={surfaceRef} />
        </ReactFlow>
      </OpeningContext>
      <CanvasControls onZoom={zoom} onFit={fit} />
    </div>
  );
}

function modulesOf(frames: ReadonlyMap<string, Frame>, nodeId: string | null): Frame["modules"] {
  return (nodeId === null ? undefined : frames.get(nodeId)?.modules) ?? [];
}

function pointerOf(event: MouseEvent | TouchEvent): CanvasPoint {
  const at = "changedTouches" in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
}

/** A drag starts after so many px. */
const dragThresholdPx = 8;

/** Where it will stand once nothing is open, in whole px: what a drag leaves are fractions of the zoom. */
function withoutRoom({ x, y }: CanvasPoint, room: CanvasPoint | undefined): CanvasPoint {
  return { x: Math.round(x - (room?.x ?? 0)), y: Math.round(y - (room?.y ?? 0)) };
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
    const isSameSize = old.width === node.width && old.height === node.height;
    const isSame =
      isSameSize &&
      hasSameData(old, node) &&
      old.selected === node.selected &&
      old.position.x === node.position.x &&
      old.position.y === node.position.y;
    // What was measured of another size holds no more.
    return isSame ? old : { ...old, ...node, ...(!isSameSize && { measured: undefined }) };
  });
}

function hasSameData(old: FlowNode, node: FlowNode): boolean {
  if (old.type === "module" || node.type === "module") {
    if (old.type !== "module" || node.type !== "module") return false;
    return old.data.module.name === node.data.module.name && old.data.module.detail === node.data.module.detail;
  }
  const frames = [old, node].map((one) => (one.type === "frame" ? one.data.frame : null));
  return old.type === node.type && old.data.node === node.data.node && frames[0] === frames[1];
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
