import { maxEvidence } from "@cairn/contract/architecture";
import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import { endsOf, firstLines, joinNames, type AnalysedArchitecture } from "./analysed-architecture.ts";

/** Services that are joined with this many others, and with most of them, are a hub. */
const leastOfHub = 5;
const shareOfHub = 0.5;

/** Tables of one service in the code of another. A database is there to be used: where several share one, it is a shared store. */
export function findSharedTables({ shown, nodes, nameOf }: AnalysedArchitecture): ArchitectureFinding[] {
  const databases = new Set(nodes.flatMap(({ nodeId, type }) => (type === "database" ? [nodeId] : [])));
  return shown.flatMap((edge): ArchitectureFinding[] => {
    if (databases.has(edge.targetId)) return [];
    const lines = (edge.derived?.evidence ?? []).filter(({ kind }) => kind === "shared-table");
    if (lines.length === 0) return [];
    const { sourceId, targetId } = edge;
    const text = `${nameOf(sourceId)} uses tables of ${nameOf(targetId)}: a change of them breaks both.`;
    const evidence = lines.map(({ place }) => place);
    return [{ kind: "shared-table", text, nodeIds: [sourceId, targetId], edges: [endsOf(edge)], evidence }];
  });
}

/** Databases that several services are clients of. */
export function findSharedStores({ shown, nodes, nameOf }: AnalysedArchitecture): ArchitectureFinding[] {
  return nodes.flatMap((node): ArchitectureFinding[] => {
    const isStore = node.kind === "store" || node.type === "database";
    const users = isStore ? shown.filter(({ targetId }) => targetId === node.nodeId) : [];
    if (users.length < 2) return [];
    const nodeIds = [node.nodeId, ...users.map(({ sourceId }) => sourceId)];
    const names = joinNames(users.map(({ sourceId }) => nameOf(sourceId)));
    const text = `${node.name} is shared by ${names}: none of them can change it alone.`;
    return [{ kind: "shared-store", text, nodeIds, edges: users.map(endsOf), evidence: firstLines(users) }];
  });
}

/** Services that most others are joined with. */
export function findHubs({ shown, nodes, nameOf }: AnalysedArchitecture): ArchitectureFinding[] {
  const services = new Set(nodes.flatMap(({ nodeId, kind }) => (kind === "service" ? [nodeId] : [])));
  return [...services].flatMap((nodeId): ArchitectureFinding[] => {
    const edges = shown.filter(
      ({ sourceId, targetId }) =>
        (sourceId === nodeId || targetId === nodeId) && services.has(sourceId) && services.has(targetId),
    );
    const others = new Set(edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
    others.delete(nodeId);
    if (others.size < Math.max(leastOfHub, (services.size - 1) * shareOfHub)) return [];
    const text = `${nameOf(nodeId)} is joined with ${others.size} of ${services.size - 1} other services: most changes touch it.`;
    const evidence = firstLines(edges).slice(0, maxEvidence);
    return [{ kind: "hub", text, nodeIds: [nodeId, ...others], edges: edges.map(endsOf), evidence }];
  });
}

/** Services that no line of the code leads to or from. Nothing is said of those whose index is old or missing. */
export function findUnused(
  { shown, nodes, index, isCutOff }: AnalysedArchitecture,
  read: ReadonlySet<string>,
): ArchitectureFinding[] {
  if (!index.isFresh || isCutOff) return [];
  const joined = new Set(shown.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  const used = new Set(shown.map(({ targetId }) => targetId));
  return nodes.flatMap(({ nodeId, kind, name, type }): ArchitectureFinding[] => {
    if (kind !== "service" || !read.has(nodeId)) return [];
    const isUnused = type === "library" ? !used.has(nodeId) : !joined.has(nodeId);
    if (!isUnused) return [];
    const text =
      type === "library"
        ? `No code of the other services uses ${name}.`
        : `No line of the code leads to ${name} or away from it.`;
    return [{ kind: "unused", text, nodeIds: [nodeId], edges: [], evidence: [] }];
  });
}

/** Code that people forbade, then code that has no line where they drew lines. */
export function findDrift({ edges, nameOf }: AnalysedArchitecture): ArchitectureFinding[] {
  const worstFirst = edges.toSorted((a, b) => Number(b.drift === "forbidden") - Number(a.drift === "forbidden"));
  return worstFirst.flatMap((edge): ArchitectureFinding[] => {
    if (edge.drift !== "forbidden" && edge.drift !== "undeclared") return [];
    const { sourceId, targetId, derived } = edge;
    const said = edge.drift === "forbidden" ? "though that is forbidden" : "without a line";
    const text = `${nameOf(sourceId)} uses ${nameOf(targetId)} ${said}.`;
    const evidence = (derived?.evidence ?? []).map(({ place }) => place).slice(0, maxEvidence);
    return [{ kind: "drift", text, nodeIds: [sourceId, targetId], edges: [endsOf(edge)], evidence }];
  });
}
