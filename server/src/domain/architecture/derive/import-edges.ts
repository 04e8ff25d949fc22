import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ShownEdge } from "./edge-builder.ts";
import type { ServiceLayout } from "./service-layout.ts";

/** Files looked at between two turns of the event loop. */
const filesAtOnce = 500;

/** Imports of one service's code by another's, in one repository. Tests may reach where they like. */
export async function findImportEdges(repository: IndexedRepository, layout: ServiceLayout): Promise<ShownEdge[]> {
  const { repositoryId, index } = repository;
  const folders = layout.services.filter((service) => service.repositoryId === repositoryId);
  if (folders.length < 2) return [];
  const sources = new Set(index.files().flatMap(({ path, kind }) => (kind === "source" ? [path] : [])));
  const found: ShownEdge[] = [];
  let looked = 0;
  for (const path of sources) {
    const sourceId = layout.ownerOf(repositoryId, path);
    if (sourceId === null) continue;
    looked += 1;
    if (looked % filesAtOnce === 0) await new Promise(setImmediate);
    for (const link of index.importsOf(path)) {
      const targetId = layout.ownerOf(repositoryId, link.path);
      if (targetId === null || targetId === sourceId || !sources.has(link.path)) continue;
      const places = [locationIn(repository, { path, startLine: link.line, endLine: link.line })];
      found.push({ sourceId, targetId, kind: "import", isCertain: true, places });
    }
  }
  return found;
}

/** Imports of packages that another repository of the product makes. */
export function findPackageEdges(repositories: readonly IndexedRepository[], layout: ServiceLayout): ShownEdge[] {
  if (repositories.length < 2) return [];
  const makers = packageMakers(repositories, layout);
  if (makers.size === 0) return [];
  return repositories.flatMap((repository) =>
    repository.index.externalImports().flatMap(({ name, files }) => {
      const maker = makers.get(name);
      if (maker === undefined || maker.repositoryId === repository.repositoryId) return [];
      return files.flatMap((path): ShownEdge[] => {
        const sourceId = layout.ownerOf(repository.repositoryId, path);
        const facts = repository.index.facts(path);
        if (sourceId === null || facts?.kind !== "source") return [];
        const line = facts.imports.find(
          ({ specifier }) => specifier === name || specifier.startsWith(`${name}/`),
        )?.line;
        const places = [locationIn(repository, { path, startLine: line ?? 1, endLine: line ?? 1 })];
        return [{ sourceId, targetId: maker.serviceId, kind: "import", isCertain: true, places }];
      });
    }),
  );
}

function packageMakers(repositories: readonly IndexedRepository[], layout: ServiceLayout) {
  const makers = new Map<string, { repositoryId: string; serviceId: string }>();
  for (const { repositoryId, index } of repositories)
    for (const { name, path } of index.packages()) {
      const serviceId = layout.ownerOf(repositoryId, path);
      if (serviceId !== null) makers.set(name, { repositoryId, serviceId });
    }
  return makers;
}
