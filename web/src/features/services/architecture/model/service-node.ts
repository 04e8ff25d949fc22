import type { Service, ServiceType } from "@cairn/contract/services";

import { emptyServiceValues, serviceValuesSchema, toServiceValues } from "#web/features/services/service-values.ts";
import type { ServiceValues } from "#web/features/services/service-values.ts";

import { mergeValues, sameValues } from "./merge-values.ts";

/**
 * "unconfigured": made from a template and not filled in. "invalid": changed and incomplete. "unsaved": changed and
 * complete. "saved", "saving" and "error" tell how the last save went. "leaving": the next save asks to delete it.
 */
export type NodeState = "unconfigured" | "unsaved" | "invalid" | "saved" | "saving" | "error" | "leaving";

/** A service on the canvas, with what is typed about it here. */
export interface ServiceNode {
  nodeId: string;
  /** Null until it is saved for the first time. */
  serviceId: string | null;
  values: ServiceValues;
  /** What the server has; null for a node that is only here. */
  stored: ServiceValues | null;
  /** Null for a service that nobody touched here. */
  state: NodeState | null;
  /** Why the last save failed. */
  failure: string | null;
  /** Labels of the fields that somebody else changed while they were changed here. */
  contested: readonly string[];
  /** What the server called it before somebody deleted it there. */
  deletedId?: string;
}

export function toServiceNode(service: Service): ServiceNode {
  const values = toServiceValues(service);
  return {
    nodeId: service.serviceId,
    serviceId: service.serviceId,
    values,
    stored: values,
    state: null,
    failure: null,
    contested: [],
  };
}

/** A node from a template: invalid from the start, because a service has a name and a description. */
export function newServiceNode(nodeId: string, type: ServiceType): ServiceNode {
  return {
    nodeId,
    serviceId: null,
    values: { ...emptyServiceValues, type, source: "none" },
    stored: null,
    state: "unconfigured",
    failure: null,
    contested: [],
  };
}

export const templates: readonly { type: ServiceType; label: string }[] = [
  { type: "frontend", label: "New Frontend" },
  { type: "api", label: "New Backend" },
  { type: "fullstack", label: "New Fullstack App" },
  { type: "library", label: "New Library" },
  { type: "database", label: "New Database" },
];

/** What a node is called before it has a name. */
export function nodeName({ values }: ServiceNode): string {
  const template = templates.find(({ type }) => type === values.type)?.label ?? "New service";
  return values.name.trim() || template;
}

/** Whether the values could be sent as they are. */
export function isComplete({ values }: ServiceNode): boolean {
  return serviceValuesSchema.safeParse(values).success;
}

/** Whether it holds anything that the server does not have. */
export function isDirty({ values, stored, state }: ServiceNode): boolean {
  return stored === null || state === "leaving" || !sameValues(values, stored);
}

/** The node once somebody wants it gone: what only this browser has goes at once, a service of the server when all is saved. */
export function leave(node: ServiceNode): ServiceNode | null {
  return node.serviceId === null ? null : { ...node, state: "leaving", failure: null };
}

/** The state that the values of a node call for, after they were edited. */
export function check(node: ServiceNode): ServiceNode {
  if (node.state === "saving" || node.state === "leaving") return node;
  const state = checkedState(node);
  if (state === node.state) return node;
  // What was changed after a failure is something else to try.
  return { ...node, state, failure: null };
}

function checkedState(node: ServiceNode): NodeState | null {
  if (!isDirty(node)) return node.state === "saved" ? "saved" : null;
  if (isComplete(node)) return node.state === "error" ? "error" : "unsaved";
  return node.state === "unconfigured" && isUntouched(node) ? "unconfigured" : "invalid";
}

function isUntouched({ values }: ServiceNode): boolean {
  return values.name === "" && values.description === "";
}

/** The node after the server answered; what was typed while it was being saved is unsaved again. */
export function markSaved(node: ServiceNode, service: Service, sent: ServiceValues): ServiceNode {
  const stored = toServiceValues(service);
  const values = mergeValues({ base: sent, mine: node.values, theirs: stored }).values;
  const saved: ServiceNode = {
    ...node,
    serviceId: service.serviceId,
    values,
    stored,
    state: "saved",
    failure: null,
    contested: [],
  };
  return check(saved);
}

/** The node with what the server has now: fields that were not changed here follow it. */
export function follow(node: ServiceNode, service: Service): ServiceNode {
  const theirs = toServiceValues(service);
  if (!node.stored || sameValues(theirs, node.stored)) return node;
  const { values, contested } = mergeValues({ base: node.stored, mine: node.values, theirs });
  return check({ ...node, values, stored: theirs, contested: [...new Set([...node.contested, ...contested])] });
}

/** A service that somebody deleted: gone, unless something here needs it, which can still be saved as a new one. */
export function unstore(node: ServiceNode, isNeeded: boolean): ServiceNode | null {
  if (node.serviceId === null) return node;
  if (node.state === "leaving" || !isNeeded) return null;
  return check({
    ...node,
    serviceId: null,
    deletedId: node.serviceId,
    stored: null,
    state: null,
    failure: null,
    contested: [],
  });
}
