import type { Architecture } from "@cairn/contract/architecture";
import type { Service } from "@cairn/contract/services";

import { isSameLine } from "./canvas-content.ts";
import type { CanvasContent, DraftLine } from "./canvas-content.ts";
import type { DrawnValues } from "./drawn-node.ts";
import { follow, isDirty, toServiceNode, unstore } from "./service-node.ts";

/** What was last said of the connections of each node, by the server's names: with a node they go from there. */
export type SaidLines = ReadonlyMap<string, readonly DraftLine[]>;

/** Of nodes that are gone what was said last stays known. */
export function rememberSaid(before: SaidLines, { nodes, edges }: Pick<Architecture, "nodes" | "edges">): SaidLines {
  const said = new Map<string, DraftLine[]>(nodes.map(({ nodeId }) => [nodeId, []]));
  for (const { sourceId, targetId, stance } of edges) {
    if (stance === null) continue;
    for (const nodeId of new Set([sourceId, targetId])) said.get(nodeId)?.push({ sourceId, targetId, stance });
  }
  return new Map([...before, ...said]);
}

/**
 * The services as the server has them. One that somebody deleted stays as long as something of it is not saved, or a line to
 * it: with what was said of its connections, so that saving makes all of that again.
 */
export function loadServices(
  content: CanvasContent,
  services: readonly Service[],
  said: SaidLines = new Map(),
): CanvasContent {
  const byId = new Map(services.map((service) => [service.serviceId, service]));
  const known = new Set(content.nodes.map(({ serviceId }) => serviceId));
  const deleted = new Map<string, string>();
  const kept = content.nodes.flatMap((node) => {
    // While it is being saved, its own answer tells what became of it.
    if (node.serviceId === null || node.state === "saving") return node;
    const service = byId.get(node.serviceId);
    if (service) return follow(node, service);
    const isOwnDoing = content.deletingIds?.includes(node.nodeId) ?? false;
    const mine = unstore(node, !isOwnDoing && (isDirty(node) || hasLine(content, node.nodeId)));
    if (mine) deleted.set(node.nodeId, node.serviceId);
    return mine ?? [];
  });
  const added = services.filter(({ serviceId }) => !known.has(serviceId)).map(toServiceNode);
  const isSame = added.length === 0 && kept.every((node, index) => node === content.nodes[index]);
  if (isSame && kept.length === content.nodes.length) return content;
  return withDeleted({ ...content, nodes: [...kept, ...added] }, { deleted, said, former: content });
}

/** The same for what people draw that is no service. */
export function keepDeletedDrawn(
  content: CanvasContent,
  gone: readonly (readonly [nodeId: string, values: DrawnValues])[],
  said: SaidLines,
): CanvasContent {
  const mine = gone.flatMap(([nodeId, values]) => {
    const changed = content.drawn?.[nodeId];
    return changed || hasLine(content, nodeId) ? [[nodeId, changed ?? values] as const] : [];
  });
  if (mine.length === 0) return content;
  const deleted = new Map(mine.map(([nodeId]) => [nodeId, nodeId]));
  const saves = Object.entries(content.drawnSaves ?? {}).filter(([nodeId]) => !deleted.has(nodeId));
  const drawn = { ...content.drawn, ...Object.fromEntries(mine) };
  const kept = { ...content, drawn, drawnSaves: Object.fromEntries(saves) };
  return withDeleted(kept, { deleted, said, former: content });
}

function hasLine({ lines }: CanvasContent, nodeId: string): boolean {
  return lines.some(({ sourceId, targetId }) => sourceId === nodeId || targetId === nodeId);
}

interface Deleted {
  /** How the server named each node of the canvas that is gone from there. */
  deleted: ReadonlyMap<string, string>;
  said: SaidLines;
  former: CanvasContent;
}

/** With a note of each, and what was said of its connections, unless something else is said of them here. */
function withDeleted(content: CanvasContent, { deleted, said, former }: Deleted): CanvasContent {
  if (deleted.size === 0) return content;
  const nodeIds = new Map(former.nodes.flatMap(({ nodeId, serviceId }) => (serviceId ? [[serviceId, nodeId]] : [])));
  const lines = [...content.lines];
  for (const line of [...deleted.values()].flatMap((serverId) => said.get(serverId) ?? [])) {
    const [sourceId, targetId] = [line.sourceId, line.targetId].map((id) => nodeIds.get(id) ?? id);
    if (sourceId === undefined || targetId === undefined) continue;
    const again = { sourceId, targetId, stance: line.stance };
    if (!lines.some((one) => isSameLine(one, again))) lines.push(again);
  }
  return { ...content, lines, deletedIds: [...new Set([...(content.deletedIds ?? []), ...deleted.keys()])] };
}
