import { isPretended } from "#server/code-index/analysis/extract/apply-path.ts";
import {
  controllerTable,
  documentFrameworks,
  viewRulesFor,
} from "#server/code-index/analysis/extract/routing/web-frameworks.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { EndpointFact, RoutingFacts } from "#server/code-index/ports/facts.ts";
import type { OperationFacts } from "#server/code-index/ports/operation-facts.ts";

import { ClassIndex } from "./class-index.ts";
import type { ImportResolver, ImportTarget, ResolveContext } from "./import-target.ts";
import { folderOf, joinPath } from "./paths.ts";
import { resolveControllers, type ControllerContext } from "./resolve-controllers.ts";
import { resolveFileRoutes } from "./resolve-file-routes.ts";
import { resolveOperations } from "./resolve-operations.ts";
import { resolveRouting, type ResolvedEndpoint, type RoutingContext } from "./resolve-routing.ts";
import { placeDocument } from "./route-documents.ts";
import { resolveSpecified } from "./specified-routes.ts";

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
  const documents = documentFrameworks();
  const routing = new Map<string, RoutingFacts>();
  const files = new Map(context.files.map((file) => [file.path, file]));
  const found = new Map<string, RoutedEndpoints>();
  const operations = new Map<string, OperationFacts>();
  for (const { path, kind } of context.files) {
    const { routing: own, operations: declared } = context.links(path);
    if (isPretended(path, kind)) continue;
    if (declared !== null && kind !== "vendored") operations.set(path, declared);
    if (own === null) continue;
    const isDocument =
      /\.(?:ya?ml|properties)$|(?:^|\/)(?:config\/routes|conf\/(?:[\w.-]+\.)?routes$|tsoa\.json$)/.test(path);
    routing.set(path, isDocument ? placeDocument(path, own, documents) : own);
    found.set(path, { endpoints: [], lines: new Set(own.routes.map(({ startLine }) => startLine)) });
  }
  const links = {
    routing,
    resolveImport: (path: string, specifier: string, name: string): ImportTarget => {
      const from = files.get(path);
      if (from === undefined) return { kind: "unknown" };
      if (from.language === "yaml" || from.language === null) {
        const named = joinPath(folderOf(path), specifier);
        return named !== null && files.has(named) ? { kind: "files", paths: [named] } : { kind: "unknown" };
      }
      return resolveImport(from, { specifier, names: name === "" ? [] : [name], line: 1 });
    },
    importsOf: (path: string) => context.links(path).imports,
    packageOf: (path: string) => context.links(path).ownPackage,
  };
  const routes: ControllerContext & RoutingContext = {
    ...links,
    classes: new ClassIndex(links),
    viewsOf: (path) => viewRulesFor(files.get(path)?.language ?? ""),
    tableOf: (path) => controllerTable(files.get(path)?.language ?? null),
    moduleOf: moduleFinder(context),
  };
  const routed = [...resolveRouting(routes), ...resolveControllers(routes), ...resolveSpecified(routes)];
  const endpoints = [
    ...routed,
    ...withoutForwards(resolveFileRoutes({ context, ...routes }), routed, routes),
    ...resolveOperations(context, operations),
  ];
  for (const { file, ...endpoint } of endpoints) {
    const known = found.get(file) ?? { endpoints: [], lines: new Set<number>() };
    found.set(file, known);
    known.endpoints.push(endpoint);
  }
  return found;
}

/** A file that takes all paths below one and hands them to a router adds nothing to what the router serves there. */
function withoutForwards(
  found: readonly ResolvedEndpoint[],
  routed: readonly ResolvedEndpoint[],
  context: RoutingContext,
): ResolvedEndpoint[] {
  const routersNear = (file: string): boolean => {
    const loaded = context.importsOf(file).flatMap(({ specifier, names }) => {
      const target = context.resolveImport(file, specifier, names[0] ?? "");
      return target.kind === "files" ? target.paths : [];
    });
    return [file, ...loaded].some((one) => (context.routing.get(one)?.routers ?? []).length > 0);
  };
  return found.filter(({ file, path }) => {
    const below = /^(.+\/)\*\w*\??$/.exec(path)?.[1];
    const isServed = below !== undefined && routed.some((one) => one.path.startsWith(below));
    return !isServed || !routersNear(file);
  });
}

/** Endpoints of a file, those of its routers first resolved; what its routers say counts more than its text alone. */
export function joinEndpoints(
  written: readonly EndpointFact[],
  routed: RoutedEndpoints | undefined,
): readonly IndexedEndpoint[] {
  const local = written
    .filter(({ startLine }) => routed?.lines.has(startLine) !== true)
    .map((endpoint): IndexedEndpoint => ({ ...endpoint, certainty: "local", protocol: "http", guards: [] }));
  return [...local, ...(routed?.endpoints ?? [])].toSorted((a, b) => a.startLine - b.startLine);
}

/** The deepest folder with a manifest around a file; "" where there is none. */
function moduleFinder({ manifests }: ResolveContext): (file: string) => string {
  const folders = new Set(manifests.map(({ path }) => folderOf(path)));
  return (file) => {
    let folder = folderOf(file);
    while (folder !== "" && !folders.has(folder)) folder = folderOf(folder);
    return folder;
  };
}
