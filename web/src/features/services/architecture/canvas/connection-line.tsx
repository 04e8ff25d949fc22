import { BaseEdge, EdgeLabelRenderer } from "@xyflow/react";
import type { Edge, EdgeProps } from "@xyflow/react";
import { memo } from "react";

import { lineSaveLabel } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasEdge, EdgeLook } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { Difference } from "#web/features/services/architecture/model/difference.ts";
import { edgeDash } from "#web/features/services/architecture/model/draw-svg.ts";
import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";
import { curveTo, wordPlace } from "#web/features/services/architecture/model/line-path.ts";
import type { ProposalMark } from "#web/features/services/architecture/model/proposal-mark.ts";
import type { RoutedLine } from "#web/features/services/architecture/model/route-lines.ts";
import { DifferenceMark } from "#web/features/services/architecture/parts/difference-mark.tsx";
import { EdgeLookMark } from "#web/features/services/architecture/parts/edge-look-mark.tsx";
import { cx } from "#web/ui/cx.ts";

/** A connection as React Flow keeps it. */
export type FlowEdge = Edge<LineData, "line">;

interface LineData extends Record<string, unknown> {
  edge: CanvasEdge;
  /** Where it was led, as long as the nodes at its ends stand there. */
  route: RoutedLine;
  /** It steps back behind the others. */
  isFaint: boolean;
  /** It is one of the node that is chosen. */
  isOwn: boolean;
}

/** Of a line that steps back, and of one of the node that is chosen. */
const faintStroke = "var(--border)";
const ownStroke = "var(--accent-text)";
/** Of a line whose colour says nothing. */
const plainStroke = "var(--text-3)";

const strokes: Record<EdgeLook, string> = {
  known: plainStroke,
  undeclared: "var(--warning-text)",
  unused: plainStroke,
  forbidden: "var(--danger-text)",
  unverified: plainStroke,
  "ruled-out": "var(--danger-text)",
  planned: plainStroke,
};

const differenceStrokes: Record<Difference, string> = {
  added: "var(--success-text)",
  changed: "var(--warning-text)",
  removed: "var(--danger-text)",
};

/** The colour of a line that is not chosen itself, and of the arrow at its end. */
export function strokeAmong({ edge, isFaint, isOwn }: Pick<LineData, "edge" | "isFaint" | "isOwn">): string {
  if (isFaint) return faintStroke;
  const stroke = strokeOf(edge);
  return isOwn && stroke === plainStroke ? ownStroke : stroke;
}

function strokeOf({ difference, proposal, look }: CanvasEdge): string {
  if (difference) return differenceStrokes[difference];
  return proposal ? "var(--ai-text)" : strokes[look];
}

/** As a proposal a line has a word and a dash of its own. */
const proposalWords: Record<ProposalMark, string> = { added: "Proposed", changed: "Change", removed: "Removal" };
const proposalDashes: Record<ProposalMark, string> = { added: "8 5", changed: "", removed: "2 6" };
/** What is there at the later of two commits is drawn through. */
const differenceDashes: Record<Difference, string> = { added: "", changed: "12 4", removed: "2 6" };

function dashOf({ difference, proposal, look }: CanvasEdge): string | undefined {
  if (difference) return differenceDashes[difference];
  return proposal ? proposalDashes[proposal] : edgeDash(look);
}

/** A line; where code and what is said differ, with a dash of its own, an icon and a word. */
export const ConnectionLine = memo(function ConnectionLine(props: EdgeProps<FlowEdge>) {
  const { id, data, selected, markerEnd } = props;
  const { path, middle, isLed } = lineOf(props);
  const { stroke, dash, width } = lookOf(data, selected === true);
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={isLed ? undefined : "line-moving"}
        markerEnd={markerEnd}
        interactionWidth={16}
        style={{ stroke, strokeDasharray: dash, strokeWidth: width }}
      />
      {data && (
        <EdgeLabelRenderer>
          <LineWord edge={data.edge} middle={middle} />
        </EdgeLabelRenderer>
      )}
    </>
  );
});

/** What a line says of itself, if anything, in the middle of it. */
export function LineWord({ edge, middle }: { edge: CanvasEdge; middle: CanvasPoint }) {
  const { proposal, difference, look } = edge;
  const word = proposal ? proposalWords[proposal] : edge.isUnsaved ? lineSaveLabel(edge) : null;
  const isDrift = edge.edge.drift != null || look === "ruled-out";
  if (!isDrift && !word && !difference) return null;
  return (
    <div
      aria-hidden
      data-look={difference ? undefined : word ? "unsaved" : look}
      className="line-word nodrag nopan pointer-events-none absolute rounded-sm border border-line bg-surface-2 px-1 text-ink-2"
      style={{ translate: wordPlace(middle) }}
    >
      {difference ? (
        <DifferenceMark difference={difference} />
      ) : word ? (
        <span className={cx("text-xs font-medium whitespace-nowrap", proposal && "text-ai-text")}>{word}</span>
      ) : (
        <EdgeLookMark look={look} />
      )}
    </div>
  );
}

/** How a line is drawn. */
export function lookOf(data: LineData | undefined, isSelected: boolean) {
  return {
    stroke: strokeNow(data, isSelected),
    dash: data && dashOf(data.edge),
    width: widthNow(data, isSelected),
  };
}

/** Where the line was led; while a node at one of its ends is dragged, the straightest curve to it, which is not led. */
function lineOf({ data, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }: EdgeProps<FlowEdge>) {
  const [from, to] = [
    { x: sourceX, y: sourceY, side: sourcePosition },
    { x: targetX, y: targetY, side: targetPosition },
  ];
  const isLed = data && isSamePoint(data.route.source, from) && isSamePoint(data.route.target, to);
  return isLed ? { ...data.route, isLed } : { ...curveTo(from, to), isLed: false };
}

/** What React Flow measures of a handle lies half of its size outside of the card. */
const handlePx = 8;

function isSamePoint(one: CanvasPoint, other: CanvasPoint): boolean {
  return Math.abs(one.x - other.x) <= handlePx && Math.abs(one.y - other.y) <= handlePx;
}

function strokeNow(data: LineData | undefined, isSelected: boolean): string {
  if (isSelected || !data) return ownStroke;
  if (data.edge.isPointedAt) return "var(--warning-text)";
  return strokeAmong(data);
}

function widthNow(data: LineData | undefined, isSelected: boolean): number {
  if (data?.edge.isPointedAt) return 4;
  const isThick = data?.edge.proposal ?? data?.edge.difference ?? data?.edge.look === "forbidden";
  if (isSelected || isThick) return 3;
  return data?.isOwn ? 2 : 1.5;
}
