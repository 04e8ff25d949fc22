import { ViewportPortal } from "@xyflow/react";
import { memo } from "react";
import type { MouseEvent } from "react";

import { LineWord, lookOf } from "./connection-line.tsx";
import type { FlowEdge } from "./connection-line.tsx";
import { arrowAt } from "./line-arrow.ts";

interface LineBundleProps {
  lines: readonly FlowEdge[];
  onSelect: (edgeId: string) => void;
}

/**
 * Many lines in one drawing. Hundreds of elements that stand one over the other take the browser longer than a frame
 * each time the picture moves; one drawing is shifted.
 */
export const LineBundle = memo(function LineBundle({ lines, onSelect }: LineBundleProps) {
  const select = ({ target }: MouseEvent) => {
    const edgeId = target instanceof SVGElement ? target.dataset.edgeId : undefined;
    if (edgeId !== undefined) onSelect(edgeId);
  };
  return (
    <ViewportPortal>
      {/* Lines are chosen by keyboard in the list. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <svg className="line-bundle" onClick={select}>
        {lines.map((line) => (
          <BundledLine key={line.id} line={line} />
        ))}
      </svg>
      {lines.map(({ id, data }) => data && <LineWord key={id} edge={data.edge} middle={data.route.middle} />)}
    </ViewportPortal>
  );
});

/** A path of its own, not a part of one for all: the browser leaves out those that do not reach into what it draws. */
function BundledLine({ line: { id, data, ariaLabel } }: { line: FlowEdge }) {
  if (!data) return null;
  const { stroke, dash, width } = lookOf(data, false);
  const { path, points, target } = data.route;
  return (
    <>
      <path d={path} fill="none" stroke={stroke} strokeWidth={width} strokeDasharray={dash} />
      <path d={arrowAt(points.at(-1) ?? target, target.side, width)} fill={stroke} />
      <path
        className="line-surface"
        d={path}
        data-edge-id={id}
        // An image element cannot be a part of a drawing.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={ariaLabel}
      />
    </>
  );
}
