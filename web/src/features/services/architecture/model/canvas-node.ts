import type { Service } from "@cairn/contract/services";

import type { CanvasContent } from "./draft.ts";
import { toLaidOut } from "./draft.ts";
import { layOut } from "./layout.ts";
import type { NodeForm, CanvasPoint } from "./layout.ts";
import { nodeStateLabels } from "./node-state.ts";
import { nodeName } from "./service-node.ts";
import type { NodeState, ServiceNode } from "./service-node.ts";

/** What the canvas draws of a node. */
export interface CanvasNode {
  nodeId: string;
  form: NodeForm;
  name: string;
  /** Its code or technology, in one line; null where nothing is known. */
  detail: string | null;
  state: NodeState | null;
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

/** The nodes of the canvas with their places, in the order in which Tab walks them: row by row. */
export function listCanvasNodes({ nodes, moved }: CanvasContent, services: readonly Service[]): CanvasNode[] {
  const places = layOut(nodes.map(toLaidOut), moved);
  const byId = new Map(services.map((service) => [service.serviceId, service]));
  return nodes
    .map((node) => toCanvasNode(node, places.get(node.nodeId) ?? { x: 0, y: 0 }, byId.get(node.serviceId ?? "")))
    .toSorted((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}

function toCanvasNode(node: ServiceNode, place: CanvasPoint, service: Service | undefined): CanvasNode {
  const { form } = toLaidOut(node);
  const name = nodeName(node);
  const parts = [name, formLabel(form), ...(node.state ? [nodeStateLabels[node.state]] : [])];
  return {
    nodeId: node.nodeId,
    form,
    name,
    detail: codeOf(node, service),
    state: node.state,
    place,
    label: parts.join(", "),
  };
}

/** Where the code of a service lies: "acme/ferries · /apps/web". */
function codeOf({ values }: ServiceNode, service: Service | undefined): string | null {
  const repository = service?.repository;
  const isStored = repository && values.source === "existing" && values.repositoryId === repository.repositoryId;
  const code = isStored ? [repository.owner, repository.repo].filter(Boolean).join("/") : typedCode(values);
  if (!code) return null;
  return values.workingPath && values.workingPath !== "/" ? `${code} · ${values.workingPath}` : code;
}

function typedCode({ source, github, sshUrl, url, hostedName }: ServiceNode["values"]): string | null {
  const texts = { github, ssh: sshUrl, url, new: hostedName, existing: null, none: null };
  return texts[source] || null;
}
