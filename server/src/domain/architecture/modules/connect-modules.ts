import type { DerivedEdgeKind } from "@cairn/contract/architecture";
import type { ServiceModules } from "@cairn/contract/architecture-modules";
import type { CodeLocation } from "@cairn/contract/code-graph";

import {
  createEdgeBuilder,
  reachKey,
  type BuiltEdge,
  type FileOfRepository,
} from "#server/domain/architecture/derive/edge-builder.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";

import type { OwnModules } from "./list-own-modules.ts";

/**
 * The connections of a service by its modules: their imports of each other, and each line that connects the service with
 * another node at the module that it stands in, and a call at the module that declares what it calls. What no module has stays with the
 * service.
 */
export function connectModules(own: OwnModules, edges: readonly BuiltEdge[]): ServiceModules["connections"] {
  const { serviceId } = own;
  const builder = createEdgeBuilder();
  addImportsWithin(own, builder);
  for (const { sourceId, targetId, derived, placesByKind, reached } of edges) {
    if ((sourceId === serviceId) === (targetId === serviceId)) continue;
    const isCertain = derived.certainty === "resolved";
    for (const [kind, places] of placesByKind)
      for (const place of places) {
        const ends =
          sourceId === serviceId
            ? { sourceId: moduleAt(own, place) ?? serviceId, targetId }
            : {
                sourceId,
                targetId:
                  importedModule(own, kind, place) ??
                  reachedModule(own, reached.get(reachKey(kind, place))) ??
                  serviceId,
              };
        builder.add({ ...ends, kind, isCertain, places: [place] });
      }
  }
  return builder.build().map(({ sourceId, targetId, derived }) => ({ sourceId, targetId, derived }));
}

function addImportsWithin(
  { repository, moduleOf }: OwnModules,
  builder: Pick<ReturnType<typeof createEdgeBuilder>, "add">,
): void {
  for (const [path, sourceId] of moduleOf)
    for (const link of repository.index.importsOf(path)) {
      const targetId = moduleOf.get(link.path);
      if (targetId === undefined || targetId === sourceId) continue;
      const places = [locationIn(repository, { path, startLine: link.line, endLine: link.line })];
      builder.add({ sourceId, targetId, kind: "import", isCertain: true, places });
    }
}

function moduleAt({ repository, moduleOf }: OwnModules, { repositoryId, path }: FileOfRepository): string | null {
  return repositoryId === repository.repositoryId ? (moduleOf.get(path) ?? null) : null;
}

/** The module that declares the endpoint which is called; null where several could be meant. */
function reachedModule(own: OwnModules, files: readonly FileOfRepository[] = []): string | null {
  const modules = new Set(files.map((file) => moduleAt(own, file)));
  const [only] = modules;
  return modules.size === 1 ? (only ?? null) : null;
}

/** An import of others in the same repository says which file it reaches. */
function importedModule(
  { repository, moduleOf }: OwnModules,
  kind: DerivedEdgeKind,
  place: CodeLocation,
): string | null {
  if (kind !== "import" || place.repositoryId !== repository.repositoryId) return null;
  for (const link of repository.index.importsOf(place.path)) {
    const found = link.line === place.startLine ? moduleOf.get(link.path) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}
