import type { EdgeStance } from "@cairn/contract/architecture";

import type { DrawnChanges, DrawnSaves } from "./drawn-node.ts";
import type { CanvasPoint } from "./layout.ts";
import type { ServiceNode } from "./service-node.ts";

/** What is said of a connection here and not on the server yet; null takes back what the server has. */
export interface DraftLine {
  sourceId: string;
  targetId: string;
  stance: EdgeStance | null;
  /** How its save goes: sent, or with the server and not loaded from there yet. Absent before it is sent. */
  save?: "saving" | "saved";
}

/** What was said to the server at once, so that it can be taken back there like any other step. */
export type ServerStep =
  | {
      kind: "stance";
      stepId: string;
      /** Of the connection. */
      name: string;
      sourceId: string;
      targetId: string;
      from: EdgeStance | null;
      to: EdgeStance | null;
    }
  | { kind: "baseline"; stepId: string; baselineAt: string; formerBaselineAt: string | null };

/** The services on the canvas, in their order, what else was drawn, lines that are not saved, and where nodes stand that people moved. */
export interface CanvasContent {
  nodes: readonly ServiceNode[];
  lines: readonly DraftLine[];
  /** Absent where nothing was drawn. */
  drawn?: DrawnChanges;
  drawnSaves?: DrawnSaves;
  /** Nodes that somebody else deleted, and of which something here was not saved. Absent where there are none. */
  deletedIds?: readonly string[];
  /** Nodes that are being deleted from here, which is nobody else's doing. Absent where there are none. */
  deletingIds?: readonly string[];
  /** What was told up to here, the newest last. Absent where nothing was. */
  told?: readonly ServerStep[];
  moved: Readonly<Record<string, CanvasPoint>>;
}

/** Whether two lines have the same ends. */
export function isSameLine(
  one: Pick<DraftLine, "sourceId" | "targetId">,
  other: Pick<DraftLine, "sourceId" | "targetId">,
): boolean {
  return one.sourceId === other.sourceId && one.targetId === other.targetId;
}

/** Of what was said of these ends the same only: what was said of them since is not saved. */
export function withoutLine(lines: readonly DraftLine[], saved: DraftLine): readonly DraftLine[] {
  return lines.filter((line) => !isSameStatement(line, saved));
}

/** With how the save of this one goes. */
export function withLineSave(
  lines: readonly DraftLine[],
  { line: sent, save }: { line: DraftLine; save: DraftLine["save"] },
): readonly DraftLine[] {
  return lines.map((line) => (isSameStatement(line, sent) ? { ...line, save } : line));
}

function isSameStatement(one: DraftLine, other: DraftLine): boolean {
  return isSameLine(one, other) && one.stance === other.stance;
}
