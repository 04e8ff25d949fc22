import { isDrawnNode } from "@cairn/contract/architecture";
import type { ArchitectureNode } from "@cairn/contract/architecture";
import type { Service } from "@cairn/contract/services";

import type { CanvasContent } from "./canvas-content.ts";
import type { Difference } from "./difference.ts";
import { toLaidOut } from "./draft.ts";
import { drawnName, drawnState, listStoredDrawn } from "./drawn-node.ts";
import type { DrawnChanges, DrawnSaves, DrawnValues } from "./drawn-node.ts";
import { layOut } from "./layout.ts";
import type { NodeForm, CanvasPoint } from "./layout.ts";
import { sharedBeginnings } from "./name-text.ts";
import { nodeStateLabels } from "./node-state.ts";
import type { ProposalMark } from "./proposal-mark.ts";
import { nodeName } from "./service-node.ts";
import type { NodeState, ServiceNode } from "./service-node.ts";

/** Somebody else at a node. */
export interface PersonAtNode {
  userId: string;
  name: string;
  color: string;
  isEditing: boolean;
}

/** What the canvas draws of a node. */
export interface CanvasNode {
  nodeId: string;
  /** As the server names it; null for a service that is only here. */
  graphId: string | null;
  form: NodeForm;
  name: string;
  /** So much of the name begins others as well; absent where it is a beginning of its own. */
  sharedLength?: number;
  /** Its code or technology, in one line; null where nothing is known. */
  detail: string | null;
  state: NodeState | null;
  /** What somebody is asked to accept of it; absent where nothing is. */
  proposal?: ProposalMark;
  /** How it differs between two commits; absent where it does not, and where none are compared. */
  difference?: Difference;
  /** How many findings are about it; absent where none is. */
  findings?: number;
  /** The finding that is chosen is about it. */
  isPointedAt?: boolean;
  /** Others who have chosen it or edit it; absent where nobody does. */
  people?: readonly PersonAtNode[];
  place: CanvasPoint;
  /** Its accessible name: name, type, state. */
  label: string;
}

const formLabels: Record<NodeForm, string> = {
  frontend: "Frontend",
  fullstack: "Fullstack",
  api: "Api",
  database: "Database",
  library: "Library",
  store: "Store",
  queue: "Queue",
  outside: "Outside service",
};

/** What a form of node is called. */
export function formLabel(form: NodeForm): string {
  return formLabels[form];
}

/** Whether the code alone says that it is there: no service and nothing drawn, so that nothing of it can be edited. */
export function isFoundNode({ nodeId, form }: Pick<CanvasNode, "nodeId" | "form">): boolean {
  return (form === "store" || form === "queue" || form === "outside") && !isDrawnNode(nodeId);
}

/** The nodes of the canvas with their places, in the order in which Tab walks them: row by row. */
export function listCanvasNodes(
  { nodes, moved, drawn = {}, drawnSaves = {} }: CanvasContent,
  services: readonly Service[],
  found: readonly ArchitectureNode[] = [],
  placed: Readonly<Record<string, CanvasPoint>> = {},
): CanvasNode[] {
  const others = [
    ...found.filter(({ nodeId, kind }) => kind !== "service" && !isDrawnNode(nodeId)).map(toFoundNode),
    ...listDrawnNodes(drawn, found, drawnSaves),
  ];
  const laidOut = [...nodes.map(toLaidOut), ...others.map(({ nodeId, form }) => ({ nodeId, form }))];
  const places = layOut(laidOut, moved, placed);
  const placeOf = (nodeId: string) => places.get(nodeId) ?? { x: 0, y: 0 };
  const byId = new Map(services.map((service) => [service.serviceId, service]));
  const all: CanvasNode[] = [
    ...nodes.map((node) => toCanvasNode(node, placeOf(node.nodeId), byId.get(node.serviceId ?? ""))),
    ...others.map((node) => ({ ...node, place: placeOf(node.nodeId) })),
  ];
  const shared = sharedBeginnings(all.map(({ name }) => name));
  return all
    .map((node) => ({ ...node, ...(shared.get(node.name) && { sharedLength: shared.get(node.name) }) }))
    .toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}

/** What people drew, as it is here: with what is not saved, without what was taken away. */
function listDrawnNodes(drawn: DrawnChanges, found: readonly ArchitectureNode[], saves: DrawnSaves): Unplaced[] {
  const stored = listStoredDrawn(found);
  const here = new Map<string, DrawnValues | null>([...stored, ...Object.entries(drawn)]);
  return [...here].flatMap(([nodeId, values]) => {
    if (values === null) return [];
    const state = drawnState(values, stored.get(nodeId), saves[nodeId]);
    return toDrawn(nodeId, values, state, stored.has(nodeId));
  });
}

function toDrawn(nodeId: string, values: DrawnValues, state: NodeState | null, isStored: boolean): Unplaced {
  const name = drawnName(values);
  const parts = [name, formLabel(values.kind), ...(state ? [nodeStateLabels[state]] : [])];
  return {
    nodeId,
    graphId: isStored ? nodeId : null,
    form: values.kind,
    name,
    detail: values.technology.trim() || null,
    state,
    label: parts.join(", "),
  };
}

type Unplaced = Omit<CanvasNode, "place">;

/** A store, queue or outside service: the code says what it is, so nothing of it can be edited. */
function toFoundNode({ nodeId, kind, name, technology }: ArchitectureNode): Unplaced {
  const form = kind as NodeForm;
  return {
    nodeId,
    graphId: nodeId,
    form,
    name,
    detail: technology,
    state: null,
    label: `${name}, ${formLabel(form)}`,
  };
}

function toCanvasNode(node: ServiceNode, place: CanvasPoint, service: Service | undefined): CanvasNode {
  const { form } = toLaidOut(node);
  const name = nodeName(node);
  const parts = [name, formLabel(form), ...(node.state ? [nodeStateLabels[node.state]] : [])];
  return {
    nodeId: node.nodeId,
    graphId: node.serviceId,
    form,
    name,
    detail: codeOf(node, service),
    state: node.state,
    place,
    label: parts.join(", "),
  };
}

/** Where the code of a service lies, its folder first, because most services share a repository: "/apps/web · acme/ferries". */
function codeOf({ values }: ServiceNode, service: Service | undefined): string | null {
  const repository = service?.repository;
  const isStored = repository && values.source === "existing" && values.repositoryId === repository.repositoryId;
  const code = isStored ? [repository.owner, repository.repo].filter(Boolean).join("/") : typedCode(values);
  if (!code) return null;
  return values.workingPath && values.workingPath !== "/" ? `${values.workingPath} · ${code}` : code;
}

function typedCode({ source, github, sshUrl, url, hostedName }: ServiceNode["values"]): string | null {
  const texts = { github, ssh: sshUrl, url, new: hostedName, existing: null, none: null };
  return texts[source] || null;
}
