import { isPretended } from "#server/code-index/analysis/extract/apply-path.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { EndpointFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ImportResolver, ResolveContext } from "./import-target.ts";
import { resolveRouting } from "./resolve-routing.ts";

/** What the routers of a file serve, and the lines that were looked at for it. */
export interface RoutedEndpoints {
  endpoints: IndexedEndpoint[];
  lines: ReadonlySet<number>;
}

/** The endpoints of all routers of a repository, by the file that declares them. */
export function findRoutedEndpoints(
  context: ResolveContext,
  resolveImport: ImportResolver,
): ReadonlyMap<string, RoutedEndpoints> {
  const routing = new Map<string, RoutingFacts>();
  const files = new Map(context.files.map((file) => [file.path, file]));
  const found = new Map<string, RoutedEndpoints>();
  for (const { path, kind } of context.files) {
    const { routing: own } = context.links(path);
    if (own === null || isPretended(path, kind)) continue;
    routing.set(path, own);
    found.set(path, { endpoints: [], lines: new Set(own.routes.map(({ startLine }) => startLine)) });
  }
  const endpoints = resolveRouting({
    routing,
    resolveImport: (path, specifier, name) => {
      const from = files.get(path);
      if (from === undefined) return { kind: "unknown" };
      return resolveImport(from, { specifier, names: name === "" ? [] : [name], line: 1 });
    },
    importsOf: (path) => context.links(path).imports,
  });
  for (const { file, ...endpoint } of endpoints) found.get(file)?.endpoints.push(endpoint);
  return found;
}

/** Endpoints of a file, those of its routers first resolved; what its routers say counts more than its text alone. */
export function joinEndpoints(
  written: readonly EndpointFact[],
  routed: RoutedEndpoints | undefined,
): readonly IndexedEndpoint[] {
  const local = written
    .filter(({ startLine }) => routed?.lines.has(startLine) !== true)
    .map((endpoint): IndexedEndpoint => ({ ...endpoint, certainty: "local" }));
  return [...local, ...(routed?.endpoints ?? [])].toSorted((a, b) => a.startLine - b.startLine);
}
