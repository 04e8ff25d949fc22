import { drawnNodeSchema, isDrawnNode } from "@cairn/contract/architecture";
import type { ArchitectureNode, DrawnNode, DrawnNodeKind } from "@cairn/contract/architecture";

import type { NodeState } from "./service-node.ts";

/** A store, a queue or an outside service that people draw, as it is typed. */
export interface DrawnValues {
  kind: DrawnNodeKind;
  name: string;
  technology: string;
}

/** What was drawn here and the server does not have, by node; null takes one away. */
export type DrawnChanges = Readonly<Record<string, DrawnValues | null>>;

/** What became of the last save of each; of one that was changed since, nothing. */
export type DrawnSaves = Readonly<Record<string, DrawnSave>>;
export type DrawnSave = { state: "saving" | "saved" } | { state: "error"; failure: string };

export const drawnTemplates: readonly { kind: DrawnNodeKind; label: string }[] = [
  { kind: "store", label: "New Store" },
  { kind: "queue", label: "New Queue" },
  { kind: "outside", label: "New Outside Service" },
];

/** What a node is called before it has a name. */
export function drawnName({ name, kind }: DrawnValues): string {
  return name.trim() || (drawnTemplates.find((template) => template.kind === kind)?.label ?? "New node");
}

/** As the server takes it. */
export function toDrawnNode({ kind, name, technology }: DrawnValues): DrawnNode {
  return { kind, name: name.trim(), technology: technology.trim() || null };
}

/** What is missing, in words; null where it could be saved as it is. */
export function drawnProblem(values: DrawnValues): { field: "name" | "technology"; message: string } | null {
  const { error } = drawnNodeSchema.safeParse(toDrawnNode(values));
  const [issue] = error?.issues ?? [];
  if (!issue) return null;
  return { field: issue.path[0] === "technology" ? "technology" : "name", message: issue.message };
}

/** What the server has of what people drew. */
export function listStoredDrawn(found: readonly ArchitectureNode[]): ReadonlyMap<string, DrawnValues> {
  return new Map(
    found.flatMap(({ nodeId, kind, name, technology }) =>
      isDrawnNode(nodeId) && kind !== "service" ? [[nodeId, { kind, name, technology: technology ?? "" }]] : [],
    ),
  );
}

export function sameDrawn(one: DrawnValues | null | undefined, other: DrawnValues | null | undefined): boolean {
  if (!one || !other) return (one ?? null) === (other ?? null);
  return one.kind === other.kind && one.name === other.name && one.technology === other.technology;
}

/** What a save sends: what differs from what the server has. */
export function listUnsavedDrawn(
  changes: DrawnChanges,
  stored: ReadonlyMap<string, DrawnValues>,
): { nodeId: string; values: DrawnValues | null }[] {
  return Object.entries(changes).flatMap(([nodeId, values]) =>
    sameDrawn(values, stored.get(nodeId)) ? [] : [{ nodeId, values }],
  );
}

/** Of a node that is shown: null where nobody changed it here. */
export function drawnState(
  values: DrawnValues,
  stored: DrawnValues | undefined,
  save: DrawnSave | undefined,
): NodeState | null {
  if (save) return save.state;
  if (sameDrawn(values, stored)) return null;
  if (drawnProblem(values) === null) return "unsaved";
  return stored === undefined && values.name === "" ? "unconfigured" : "invalid";
}
