import type { ImportResolver, ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { findTitles } from "#server/code-index/analysis/structure/system/find-titles.ts";
import { resolveSystem } from "#server/code-index/analysis/structure/system/resolve-system.ts";
import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SystemFacts } from "#server/code-index/ports/system.ts";

import type { DigestSource } from "./fact-digests.ts";

type EndpointSource = Pick<DigestSource, "files" | "endpointsOf" | "isRouted">;

/** Files that are no tests and declare endpoints. */
export function servingFilesOf({ files, isRouted }: EndpointSource): string[] {
  const serving = files.filter(({ path, kind, endpoints }) => kind !== "test" && (endpoints > 0 || isRouted(path)));
  return serving.map(({ path }) => path);
}

/** Of files that are no tests and declare any. */
export function endpointsByFile(source: EndpointSource): ReadonlyMap<string, readonly IndexedEndpoint[]> {
  return new Map(servingFilesOf(source).map((path) => [path, source.endpointsOf(path)]));
}

/** What runs, and who talks to whom. */
export function systemOf(
  declared: Pick<DigestSource, "files" | "facts" | "endpointsOf" | "isRouted">,
  context: ResolveContext,
  parts: Pick<CodeIndex, "components" | "componentEdges" | "triggers" | "publishers" | "settings" | "importsOf"> & {
    resolve: ImportResolver;
  },
): SystemFacts {
  const titles = findTitles(context.files, declared.facts);
  const endpoints = () => endpointsByFile(declared);
  const triggers = { triggers: parts.triggers(), publishers: parts.publishers() };
  return resolveSystem({ ...parts, context, titles, endpoints, components: parts.components(), triggers });
}
