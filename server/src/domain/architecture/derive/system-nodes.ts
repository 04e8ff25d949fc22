import type { ArchitectureNodeKind } from "@cairn/contract/architecture";
import type { CodeLocation } from "@cairn/contract/code-graph";

import type { SystemFacts, SystemNode } from "#server/code-index/ports/system.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { isSameName, plain, trimSlashes, type LaidOutService, type ServiceLayout } from "./service-layout.ts";

/** A store, a queue or an outside service, as the code tells of it. */
export interface DerivedNode {
  nodeId: string;
  kind: ArchitectureNodeKind;
  name: string;
  technology: string | null;
  evidence: CodeLocation[];
}

/** What the boxes of one repository's system are at service level. */
export interface SystemNodes {
  /** By the id that the system has for them; what is missing is no node of ours. */
  idOf: ReadonlyMap<string, string>;
  nodes: DerivedNode[];
}

/** Files on a disk are no database of anybody's. */
const localFiles = "Local files";
const maxNameLength = 200;

export function placeSystemNodes(
  repository: IndexedRepository,
  system: SystemFacts,
  layout: ServiceLayout,
): SystemNodes {
  const idOf = new Map<string, string>();
  const nodes: DerivedNode[] = [];
  const database = databaseServices(system, layout);
  for (const node of system.nodes) {
    if (node.kind === "caller" && node.folder === null) continue;
    const isProgram = node.kind === "process" || node.kind === "caller";
    const serviceId = isProgram ? serviceOf(repository, node, layout) : (database.get(node.id) ?? null);
    const made = serviceId === null ? toNode(repository, withoutSettings(repository, node)) : null;
    const nodeId = serviceId ?? made?.nodeId;
    if (nodeId === undefined) continue;
    idOf.set(node.id, nodeId);
    if (made !== null) nodes.push(made);
  }
  return { idOf, nodes };
}

/** The service that a process is; null for what others made, and for code that no service has. */
function serviceOf({ repositoryId }: IndexedRepository, node: SystemNode, layout: ServiceLayout): string | null {
  const isNamed = ({ name, workingPath }: LaidOutService) =>
    [name, ...trimSlashes(workingPath).split("/")].some((one) => one !== "" && isSameName(one, node.name));
  const here = layout.services.filter((service) => service.repositoryId === repositoryId);
  if (node.folder === null) {
    const elsewhere = layout.services.filter((service) => service.repositoryId === null);
    return [...here, ...elsewhere].find(isNamed)?.serviceId ?? null;
  }
  const around = layout.ownersOf(repositoryId, node.program ?? node.folder);
  const within = around.length > 0 ? around : here;
  return within.find(isNamed)?.serviceId ?? around[0]?.serviceId ?? null;
}

/** Stores that people drew as services: by name, or the only one there is of each. */
function databaseServices({ nodes }: SystemFacts, { services }: ServiceLayout): ReadonlyMap<string, string> {
  const databases = services.filter(({ type }) => type === "database");
  const stores = nodes.filter(({ kind, name }) => kind === "store" && name !== localFiles);
  const found = new Map<string, string>();
  for (const { id, name, technology } of stores) {
    const named = databases.find((service) =>
      [id, name, technology ?? ""].some((one) => one !== "" && isSameName(one, service.name)),
    );
    if (named !== undefined) found.set(id, named.serviceId);
  }
  const [store, database] = [stores[0], databases[0]];
  if (found.size === 0 && stores.length === 1 && databases.length === 1 && store && database)
    found.set(store.id, database.serviceId);
  return found;
}

/** What others made is theirs, though its settings lie in a folder of the repository: a collector of metrics, a proxy. */
function withoutSettings({ index }: IndexedRepository, node: SystemNode): SystemNode {
  const { folder } = node;
  const holdsCode =
    folder === null ||
    index.files().some(({ path, kind }) => kind === "source" && (folder === "" || path.startsWith(`${folder}/`)));
  return holdsCode ? node : { ...node, folder: null };
}

function toNode(repository: IndexedRepository, node: SystemNode): DerivedNode | null {
  const { kind, name, technology, sources, folder } = node;
  const evidence = sources.map((source) => locationIn(repository, source));
  const shown = { name: name.slice(0, maxNameLength), technology, evidence };
  const ownId = `${repository.repositoryId}:${node.id}`.slice(0, maxNameLength);
  switch (kind) {
    case "process":
      // Code of the product that no service has is a proposal, and no service of others.
      if (folder !== null) return null;
      return { nodeId: outsideId(name), kind: "outside", ...shown };
    case "outside":
      return { nodeId: outsideId(name), kind: "outside", ...shown };
    case "queue":
      return { nodeId: `queue:${ownId}`, kind: "queue", ...shown };
    case "store":
    case "cache":
      return { nodeId: `store:${ownId}`, kind: "store", ...shown };
    case "caller":
      return null;
  }
}

/** The same service of others is one node, whichever repository uses it. */
function outsideId(name: string): string {
  return `outside:${plain(name) || name}`.slice(0, maxNameLength);
}
