import type { EdgeStance } from "@cairn/contract/architecture";

import type { DrawnChanges, DrawnSaves } from "./drawn-node.ts";
import type { CanvasPoint } from "./layout.ts";
import type { ServiceNode } from "./service-node.ts";

/** What is said of a connection here and not on the server yet; null takes back what the server has. */
export interface DraftLine {
  sourceId: string;
  targetId: string;
  stance: EdgeStance | null;
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
