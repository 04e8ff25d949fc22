import { derivedEdgeTexts, driftTexts } from "@cairn/contract/architecture";
import type { Architecture, ArchitectureEdge, DerivedEdgeKind } from "@cairn/contract/architecture";

import type { DraftLine } from "./canvas-content.ts";
import { isFoundNode } from "./canvas-node.ts";
import type { CanvasNode } from "./canvas-node.ts";
import type { Difference } from "./difference.ts";
import type { NodeForm } from "./layout.ts";
import { inSentence } from "./name-text.ts";
import type { ProposalMark } from "./proposal-mark.ts";

/** How a connection looks: its drift, or else what is said of it. */
export type EdgeLook = "known" | "undeclared" | "unused" | "forbidden" | "unverified" | "ruled-out" | "planned";

/** A connection between two nodes of the canvas. */
export interface CanvasEdge {
  edgeId: string;
  /** As the server names its ends. */
  edge: ArchitectureEdge;
  /** The nodes of the canvas at its ends. */
  sourceId: string;
  targetId: string;
  look: EdgeLook;
  /** "web calls api". */
  name: string;
  /** What is said of it is not on the server yet. */
  isUnsaved?: boolean;
  /** How its save goes; absent before it is sent, and once the server shows it. */
  save?: DraftLine["save"];
  /** What somebody is asked to accept of it; absent where nothing is. */
  proposal?: ProposalMark;
  /** The finding that is chosen is about it. */
  isPointedAt?: boolean;
  /** How it differs between two commits; absent where it does not, and where none are compared. */
  difference?: Difference;
  /** It ends at a module of a service that is open, and this is chosen in its place; absent elsewhere. */
  module?: { chosen: string };
  /** It leads to what nearly all nodes are connected with, or says no more than what starts first: drawn faintly. */
  isSide?: boolean;
}

/** The word of a line that the server does not show yet. */
export function lineSaveLabel({ save }: Pick<CanvasEdge, "save">): string {
  if (save === "saving") return "Saving";
  return save === "saved" ? "Saved" : "Unsaved";
}

/** The word beside a line; null for one that needs none. */
export const edgeLookLabels: Record<EdgeLook, string | null> = {
  known: null,
  undeclared: "Undeclared",
  unused: "Unused",
  forbidden: "Forbidden",
  unverified: "Unverified",
  "ruled-out": "Ruled out",
  planned: "Planned",
};

const lookTexts: Record<EdgeLook, string> = {
  ...driftTexts,
  known: "In the code",
  "ruled-out": "Forbidden, and not in the code",
  planned: "Allowed, and not in the code yet",
};

/** What a connection's look says, in a sentence. */
export function edgeLookText(look: EdgeLook): string {
  return lookTexts[look];
}

const edgePrefix = "edge:";

/** The connections between nodes that are shown, with what is said of them here and not on the server yet. */
export function listCanvasEdges(
  architecture: Architecture | undefined,
  nodes: readonly CanvasNode[],
  lines: readonly DraftLine[] = [],
): CanvasEdge[] {
  const byGraphId = new Map(nodes.flatMap((node) => (node.graphId === null ? [] : [[node.graphId, node] as const])));
  const byNodeId = new Map(nodes.map((node) => [node.nodeId, node]));
  const said = new Map(lines.map((line) => [endsKey(line.sourceId, line.targetId), line]));
  const hasContract = architecture?.hasContract ?? false;
  const stored = (architecture?.edges ?? []).flatMap((edge) => {
    const [source, target] = [byGraphId.get(edge.sourceId), byGraphId.get(edge.targetId)];
    if (!source || !target) return [];
    const key = endsKey(source.nodeId, target.nodeId);
    const line = said.get(key);
    said.delete(key);
    if (!line) return toCanvasEdge(edge, source, target);
    if (line.stance === null && edge.derived === null) return [];
    return { ...toCanvasEdge(judgeAnew(edge, line.stance, hasContract), source, target), ...unsaved(line) };
  });
  const added = [...said.values()].flatMap((line) => {
    const { sourceId, targetId, stance } = line;
    const [source, target] = [byNodeId.get(sourceId), byNodeId.get(targetId)];
    if (!source || !target || stance === null) return [];
    const edge = { sourceId, targetId, stance, derived: null, drift: null, broughtBy: null };
    return { ...toCanvasEdge(edge, source, target), ...unsaved(line) };
  });
  return markSideLines([...stored, ...added], nodes);
}

function unsaved({ save }: DraftLine): Pick<CanvasEdge, "isUnsaved" | "save"> {
  return { isUnsaved: true, ...(save && { save }) };
}

/** So many nodes, */
const fewestUsers = 4;
/** and this share of all services, use what everything is connected with; */
const shareOfUsers = 0.4;
/** of a service that most know the address of and nobody is seen to call, as one that keeps settings, this share. */
const shareOfKnowing = 0.6;

/**
 * Marks lines that would hide the others: to a library or an outside service of nearly all, to a service whose address most
 * know, and those of the order of starts.
 */
function markSideLines(edges: readonly CanvasEdge[], nodes: readonly CanvasNode[]): CanvasEdge[] {
  // What is only proposed or not saved yet uses nothing, and makes nothing less shared.
  const services = nodes.filter((node) => node.graphId !== null && !isFoundNode(node)).length;
  const forms = new Map(nodes.map(({ nodeId, form }) => [nodeId, form]));
  const shared = new Set(
    [...Map.groupBy(edges, ({ targetId }) => targetId)].flatMap(([targetId, uses]) => {
      const form = forms.get(targetId);
      const isOf = (share: number) => uses.length >= Math.max(fewestUsers, services * share);
      return (isOf(shareOfUsers) && isSupport(form, uses)) || (isOf(shareOfKnowing) && isKnown(form, uses))
        ? [targetId]
        : [];
    }),
  );
  return edges.map((edge) => (shared.has(edge.targetId) || isStartOrder(edge.edge) ? { ...edge, isSide: true } : edge));
}

/** Whether something is a library or an outside service, by its form or by all that is done with it. */
function isSupport(form: NodeForm | undefined, uses: readonly CanvasEdge[]): boolean {
  if (form === "library" || form === "outside") return true;
  return uses.every(({ edge }) => edge.derived?.kinds.every((kind) => kind === "import"));
}

/** Whether it is a service of which others know the address and nothing more. */
function isKnown(form: NodeForm | undefined, uses: readonly CanvasEdge[]): boolean {
  if (form === "store" || form === "queue" || form === "database") return false;
  const known = new Set<DerivedEdgeKind>(["setting", "import", "start-order"]);
  return uses.every(
    ({ edge: { derived } }) => derived?.kinds.includes("setting") && derived.kinds.every((kind) => known.has(kind)),
  );
}

/** Whether all that the code says is that one waits for the other, of which nothing has to be said. */
export function isStartOrder({ derived, stance }: ArchitectureEdge): boolean {
  return stance === null && (derived?.kinds.every((kind) => kind === "start-order") ?? false);
}

/** Whether a line is drawn faintly: never one that somebody should look at. */
export function isSideLine({ isSide, look, proposal, difference, isPointedAt }: CanvasEdge): boolean {
  return isSide === true && look === "known" && !proposal && !difference && !isPointedAt;
}

function endsKey(sourceId: string, targetId: string): string {
  return `${sourceId}\n${targetId}`;
}

/** The id on the canvas of a connection between these two, as the server names them. */
export function edgeIdOf({ sourceId, targetId }: { sourceId: string; targetId: string }): string {
  return `${edgePrefix}${sourceId}→${targetId}`;
}

function toCanvasEdge(edge: ArchitectureEdge, source: CanvasNode, target: CanvasNode): CanvasEdge {
  return {
    edgeId: edgeIdOf({ sourceId: source.graphId ?? source.nodeId, targetId: target.graphId ?? target.nodeId }),
    edge,
    sourceId: source.nodeId,
    targetId: target.nodeId,
    look: lookOf(edge),
    name: nameEdge(edge, inSentence(source.name), inSentence(target.name)),
  };
}

/** As the server will see it once it is saved. */
function judgeAnew(edge: ArchitectureEdge, stance: DraftLine["stance"], hasContract: boolean): ArchitectureEdge {
  const isOrder = isStartOrder({ ...edge, stance: null });
  const judged =
    stance === "forbidden" ? "forbidden" : stance === null && hasContract && !isOrder ? "undeclared" : null;
  const { said: _former, ...rest } = edge;
  return { ...rest, stance, drift: edge.derived ? judged : null, broughtBy: null };
}

function lookOf({ drift, stance, derived }: ArchitectureEdge): EdgeLook {
  if (drift) return drift;
  if (derived) return "known";
  return stance === "forbidden" ? "ruled-out" : "planned";
}

/** What the code does, in words: "web calls and imports code of api"; without code, what is said. */
function nameEdge({ derived, stance }: ArchitectureEdge, source: string, target: string): string {
  if (!derived) return `${source} ${stance === "forbidden" ? "may not use" : "may use"} ${target}`;
  const verbs = derived.kinds.map((kind) => derivedEdgeTexts[kind]);
  const last = verbs.pop() ?? "uses";
  return `${source} ${verbs.length > 0 ? `${verbs.join(", ")} and ${last}` : last} ${target}`;
}

/** What somebody should look at, the worst first. */
export function listDrift(edges: readonly CanvasEdge[]): CanvasEdge[] {
  const order = ["forbidden", "undeclared", "unused", "unverified"];
  return edges
    .filter(({ edge }) => edge.drift !== null)
    .toSorted((a, b) => order.indexOf(a.look) - order.indexOf(b.look) || a.name.localeCompare(b.name));
}
