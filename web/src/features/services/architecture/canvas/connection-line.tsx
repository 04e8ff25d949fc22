import { BaseEdge, EdgeLabelRenderer } from "@xyflow/react";
import type { Edge, EdgeProps } from "@xyflow/react";
import { memo } from "react";

import type { CanvasEdge, EdgeLook } from "#web/features/services/architecture/model/canvas-edge.ts";
import { edgeDash } from "#web/features/services/architecture/model/draw-svg.ts";
import { drawLine } from "#web/features/services/architecture/model/line-path.ts";
import { EdgeLookMark } from "#web/features/services/architecture/parts/edge-look-mark.tsx";

/** A connection as React Flow keeps it. */
export type FlowEdge = Edge<{ edge: CanvasEdge }, "line">;

const strokes: Record<EdgeLook, string> = {
  known: "var(--text-3)",
  undeclared: "var(--warning-text)",
  unused: "var(--text-3)",
  forbidden: "var(--danger-text)",
  unverified: "var(--text-3)",
  "ruled-out": "var(--danger-text)",
  planned: "var(--text-3)",
};

/** The colour of a line and of the arrow at its end. */
export function strokeOf(look: EdgeLook): string {
  return strokes[look];
}

/** A line; where code and what is said differ, with a dash of its own, an icon and a word. */
export const ConnectionLine = memo(function ConnectionLine(props: EdgeProps<FlowEdge>) {
  const { id, data, selected, markerEnd, sourceX, sourceY, targetX, targetY } = props;
  const look = data?.edge.look ?? "known";
  const { path, middle } = drawLine(
    { x: sourceX, y: sourceY, side: props.sourcePosition },
    { x: targetX, y: targetY, side: props.targetPosition },
  );
  const isDrift = data?.edge.edge.drift != null || look === "ruled-out";
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        markerEnd={markerEnd}
        interactionWidth={16}
        style={{
          stroke: selected ? "var(--accent-text)" : strokeOf(look),
          strokeDasharray: edgeDash(look),
          strokeWidth: selected || look === "forbidden" ? 3 : 1.5,
        }}
      />
      {isDrift && (
        <EdgeLabelRenderer>
          <div
            aria-hidden
            className="nodrag nopan pointer-events-none absolute rounded-sm border border-line bg-surface-2 px-1 text-ink-2"
            style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}
          >
            <EdgeLookMark look={look} />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
