import { useReactFlow } from "@xyflow/react";
import type { KeyboardEvent } from "react";

import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";
import { farNudgePx, nudgePx } from "#web/features/services/architecture/model/zoom.ts";
import { findNode, focusWhenDrawn } from "#web/features/services/architecture/parts/focus-when-drawn.ts";
import { useCharacterKeys } from "#web/ui/keyboard/shortcuts.ts";

import type { StandingNode } from "./flow-elements.ts";
import type { Opening } from "./opening.ts";

interface CanvasKeys {
  nodes: readonly StandingNode[];
  onZoom: (direction: 1 | -1) => void;
  onFit: () => void;
  onSelect: (nodeId: string | null, how: "pointer" | "keyboard") => void;
  /** Null where nothing can be changed. */
  editing: {
    onMove: (places: Record<string, CanvasPoint>) => void;
    onDelete: (nodeId: string) => void;
  } | null;
  /** What is open has a frame. */
  opening: (Opening & { isOpen: (nodeId: string) => boolean }) | null;
}

const steps: Record<string, CanvasPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The keys of a node: Tab walks on to the next, arrows move it, Enter selects, O opens and closes it, Escape closes what is
 * open around it, Delete deletes. On the whole screen + and - zoom, and Shift+1 fits. Returns the handler of the canvas.
 */
export function useCanvasKeys({ nodes, onZoom, onFit, onSelect, editing, opening }: CanvasKeys) {
  const flow = useReactFlow();

  /** A node outside of the window is drawn only after the window was moved to it. */
  const focusNode = (node: StandingNode) => {
    const element = findNode(node.nodeId);
    if (element) return element.focus();
    const center = { x: node.place.x + node.width / 2, y: node.place.y + node.height / 2 };
    void flow.setCenter(center.x, center.y, { zoom: flow.getZoom(), duration: 0 });
    focusWhenDrawn(() => findNode(node.nodeId));
  };

  /** Closes the frame of the node or around the module; false where none is open. */
  const closeAround = ({ nodeId, frameId }: StandingNode): boolean => {
    const openId = frameId ?? nodeId;
    if (!opening?.isOpen(openId)) return false;
    opening.toggle(openId);
    focusWhenDrawn(() => findNode(openId));
    return true;
  };

  const onNodeKey = (event: KeyboardEvent, standing: StandingNode, index: number): boolean => {
    const { node } = standing;
    const step = steps[event.key];
    if (step) {
      if (editing === null || node === null) return false;
      const far = event.shiftKey ? farNudgePx : nudgePx;
      editing.onMove({ [node.nodeId]: { x: node.place.x + step.x * far, y: node.place.y + step.y * far } });
      return true;
    }
    if (event.key === "Tab") {
      const next = nodes[index + (event.shiftKey ? -1 : 1)];
      if (next) focusNode(next);
      return next !== undefined;
    }
    if (event.key === "Enter" || event.key === " ") onSelect(standing.nodeId, "keyboard");
    else if (event.key === "Delete" || event.key === "Backspace") {
      if (node === null) return false;
      editing?.onDelete(node.nodeId);
    } else if (event.key.toLowerCase() === "o" && node !== null && opening?.canOpen(node.nodeId)) {
      opening.toggle(node.nodeId);
    } else if (event.key === "Escape") {
      if (!closeAround(standing)) onSelect(null, "keyboard");
    } else return false;
    return true;
  };

  useCharacterKeys((event) => {
    if (event.key === "+" || event.key === "=") onZoom(1);
    else if (event.key === "-" || event.key === "_") onZoom(-1);
    else if (event.shiftKey && event.code === "Digit1") onFit();
    else return false;
    return true;
  });

  return (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A button in a node is pressed as any other.
    const isButton = (event.target as Element).closest("button") !== null;
    if (isButton && (event.key === "Enter" || event.key === " ")) return;
    const id = (event.target as Element).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    const index = nodes.findIndex(({ nodeId }) => nodeId === id);
    const node = nodes[index];
    if (!node || !onNodeKey(event, node, index)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
