import { useRef } from "react";

import type { CanvasNode } from "./model/canvas-node.ts";
import { findNode, focusWhenDrawn } from "./parts/focus-when-drawn.ts";
import type { NodeSelection } from "./use-selection.ts";

/** Where the focus goes when a node goes: to the next one, or to the one before it. */
export function useNextFocus(nodes: readonly CanvasNode[], { select }: NodeSelection) {
  const nextRef = useRef<string | null>(null);
  const findNext = () => (nextRef.current === null ? null : findNode(nextRef.current));
  const onGone = (nodeId: string) => {
    const at = nodes.findIndex((node) => node.nodeId === nodeId);
    nextRef.current = (nodes[at + 1] ?? nodes[at - 1])?.nodeId ?? null;
    select(null);
    focusWhenDrawn(findNext);
  };
  return { onGone, findNext };
}
