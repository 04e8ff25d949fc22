import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { findCallEdges } from "./call-edges.ts";
import { createEdgeBuilder, type BuiltEdge } from "./edge-builder.ts";
import { findGrpcEdges } from "./grpc-edges.ts";
import { findImportEdges, findPackageEdges } from "./import-edges.ts";
import { findMessageEdges } from "./message-edges.ts";
import type { ServiceLayout } from "./service-layout.ts";
import { findSystemEdges } from "./system-edges.ts";
import { placeSystemNodes, type DerivedNode } from "./system-nodes.ts";
import { findTableEdges, type TableEdges } from "./table-edges.ts";

/** What the indexed code says of a product at the level of its services. */
export interface DerivedArchitecture {
  /** Stores, queues and outside services. */
  nodes: DerivedNode[];
  edges: BuiltEdge[];
  /** There may be more: what is not here, nobody knows. */
  isCutOff: boolean;
  /** It is cut off as time ran out, so that it is worked out anew for whoever asks next. */
  isLate: boolean;
}

interface OwnPart extends TableEdges {
  nodes: DerivedNode[];
}

/** Of one repository by itself, for the last layout that somebody asked with. */
const ownParts = new WeakMap<CodeIndex, { key: string; part: Promise<OwnPart> }>();
/** Of whole products; what it is of is in the key, so that no old index is held. */
const known = new Map<string, Promise<DerivedArchitecture>>();
const maxKnown = 40;

/** Worked out once for each state of the indexes and each layout of services. */
export async function deriveArchitecture(
  repositories: readonly IndexedRepository[],
  layout: ServiceLayout,
): Promise<DerivedArchitecture> {
  const states = repositories.map(({ repositoryId, branch, index }) => [
    repositoryId,
    branch,
    index.commit,
    index.indexedAt,
  ]);
  const key = JSON.stringify([states, layout.key]);
  const before = known.get(key);
  if (before !== undefined) return await before;
  const deriving = derive(repositories, layout);
  known.set(key, deriving);
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - maxKnown))) known.delete(oldest);
  // After a failure, or where time ran out, the next call tries again.
  const forget = () => known.delete(key);
  deriving.then(({ isLate }) => isLate && forget(), forget);
  return await deriving;
}

async function derive(repositories: readonly IndexedRepository[], layout: ServiceLayout): Promise<DerivedArchitecture> {
  const builder = createEdgeBuilder();
  const nodes = new Map<string, DerivedNode>();
  const parts: OwnPart[] = [];
  for (const repository of repositories) {
    const part = await ownPartOf(repository, layout);
    parts.push(part);
    for (const node of part.nodes) mergeNode(nodes, node);
    for (const edge of part.edges) builder.add(edge);
  }
  const calls = await findCallEdges(repositories, layout);
  const remote = await findGrpcEdges(repositories, layout);
  for (const edge of [
    ...calls.edges,
    ...remote.edges,
    ...findPackageEdges(repositories, layout),
    ...findMessageEdges(repositories, layout),
  ])
    builder.add(edge);
  const edges = builder.build();
  const joined = new Set(edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  // What nothing of the product reaches is somebody else's business.
  const shown = [...nodes.values()].filter(({ nodeId }) => joined.has(nodeId));
  const isLate = calls.isCutOff || remote.isCutOff;
  const isCutOff = isLate || parts.some((part) => part.isCutOff);
  return { nodes: shown, edges, isCutOff, isLate: isLate || parts.some((part) => part.isLate) };
}

async function ownPartOf(repository: IndexedRepository, layout: ServiceLayout): Promise<OwnPart> {
  const before = ownParts.get(repository.index);
  if (before?.key === layout.key) return await before.part;
  const part = findOwnPart(repository, layout);
  ownParts.set(repository.index, { key: layout.key, part });
  const forget = () => ownParts.delete(repository.index);
  part.then(({ isLate }) => isLate && forget(), forget);
  return await part;
}

async function findOwnPart(repository: IndexedRepository, layout: ServiceLayout): Promise<OwnPart> {
  const { repositoryId, index } = repository;
  if (!layout.services.some((service) => service.repositoryId === repositoryId))
    return { nodes: [], edges: [], isCutOff: false, isLate: false };
  const system = index.system();
  const placed = placeSystemNodes(repository, system, layout);
  const imports = await findImportEdges(repository, layout);
  const tables = await findTableEdges(repository, layout, imports);
  const edges = [...findSystemEdges(repository, system, placed, layout), ...imports, ...tables.edges];
  return { ...tables, nodes: placed.nodes, edges };
}

function mergeNode(nodes: Map<string, DerivedNode>, node: DerivedNode): void {
  const known = nodes.get(node.nodeId);
  if (known === undefined) nodes.set(node.nodeId, node);
  else nodes.set(node.nodeId, { ...known, evidence: [...known.evidence, ...node.evidence] });
}
