import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ShownEdge } from "./edge-builder.ts";
import type { ServiceLayout } from "./service-layout.ts";

/** Messages that one service sends and another takes, by topics whose whole names are known. */
export function findMessageEdges(repositories: readonly IndexedRepository[], layout: ServiceLayout): ShownEdge[] {
  const takers = new Map<string, Set<string>>();
  for (const { repositoryId, index } of repositories)
    for (const { kind, topic, path, certainty } of index.triggers()) {
      const serviceId = layout.ownerOf(repositoryId, path);
      if ((kind !== "consumer" && kind !== "job") || topic === null || certainty !== "resolved") continue;
      if (serviceId !== null) takers.set(topic, (takers.get(topic) ?? new Set()).add(serviceId));
    }
  return repositories.flatMap((repository) =>
    repository.index.publishers().flatMap(({ topic, path, startLine, endLine, certainty }): ShownEdge[] => {
      const sourceId = layout.ownerOf(repository.repositoryId, path);
      if (sourceId === null || certainty !== "resolved") return [];
      const places = [locationIn(repository, { path, startLine, endLine })];
      return [...(takers.get(topic) ?? [])].map((targetId) => ({
        sourceId,
        targetId,
        kind: "message",
        isCertain: true,
        places,
      }));
    }),
  );
}
