import { isPretended } from "#server/code-index/analysis/extract/apply-path.ts";
import type { FileRouteRule, FileRoutes } from "#server/code-index/analysis/extract/routing/file-routes.ts";
import { fileRouteFrameworks } from "#server/code-index/analysis/extract/routing/web-frameworks.ts";
import type { HandlerFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ImportTarget, ResolveContext } from "./import-target.ts";
import { joinRoutePaths } from "./join-route-paths.ts";
import { folderOf, joinPath } from "./paths.ts";
import type { ResolvedEndpoint } from "./resolve-routing.ts";

/** A package whose framework finds routes by the names of files. */
interface FilePackage {
  folder: string;
  /** The framework's name. */
  name: string;
  routes: FileRoutes;
  base: string;
  /** Whether the names of files say routes, and no file says it instead. */
  isByName: boolean;
}

interface MatchedFile {
  rule: FileRouteRule;
  path: string;
  /** Null where the file's name says none. */
  method: string | null;
}

interface FileRouting {
  context: ResolveContext;
  /** Of the files that say something about routers. */
  routing: ReadonlyMap<string, RoutingFacts>;
  /** Where an import of that file leads. */
  resolveImport(file: string, specifier: string, name: string): ImportTarget;
}

/** The endpoints that files declare by their names, in packages that depend on a framework which finds them so. */
export function resolveFileRoutes(input: FileRouting): ResolvedEndpoint[] {
  const { context, routing } = input;
  const packages = filePackages(context, routing);
  if (packages.size === 0) return [];
  const named = declaredFiles(input, packages);
  return context.files.flatMap(({ path: file, kind, language }) => {
    if (!/^(?:typescript|tsx|javascript)$/.test(language ?? "") || isPretended(file, kind)) return [];
    const declared = named.get(file) ?? [];
    if (declared.length > 0)
      return declared.flatMap((one) => endpointsIn(file, routing.get(file)?.handlers ?? [], one));
    for (const { folder, routes, base, isByName } of nearest(packages, file) ?? []) {
      const matched = isByName ? matchFile(routes, folder === "" ? file : file.slice(folder.length + 1)) : null;
      const handlers = matched === null ? [] : (routing.get(file)?.handlers ?? handedOn(input, file));
      if (matched !== null)
        return endpointsIn(file, handlers, { ...matched, path: joinRoutePaths(base, matched.path) });
    }
    return [];
  });
}

/** Files that another file says to be routes: React Router's `app/routes.ts`. */
function declaredFiles(
  { context, routing }: FileRouting,
  packages: ReadonlyMap<string, FilePackage[]>,
): Map<string, MatchedFile[]> {
  const found = new Map<string, MatchedFile[]>();
  for (const { path } of context.files) {
    const declared = routing.get(path)?.declared ?? [];
    const [own] = declared.length === 0 ? [] : (nearest(packages, path) ?? []);
    const [rule] = own?.routes.rules ?? [];
    if (rule === undefined) continue;
    for (const { path: route, file } of declared) {
      const name = joinPath(folderOf(path), file) ?? "";
      const base = joinRoutePaths(own?.base ?? "", route);
      found.set(name, [...(found.get(name) ?? []), { rule, path: base, method: null }]);
    }
  }
  return found;
}

/** Of a file that says no more than `export * from "../boats/route"`. */
function handedOn(input: FileRouting, file: string): HandlerFact[] {
  const whole = input.context.links(file).imports.filter(({ names }) => names.length === 0);
  return whole.flatMap(({ specifier, line }) => {
    const target = input.resolveImport(file, specifier, "");
    const given =
      target.kind === "files" ? target.paths.flatMap((path) => input.routing.get(path)?.handlers ?? []) : [];
    return given
      .filter(({ name }) => name !== "default")
      .map((handler) => ({ ...handler, startLine: line, endLine: line }));
  });
}

/** By folder; empty for packages of other frameworks. */
function filePackages(context: ResolveContext, routing: ReadonlyMap<string, RoutingFacts>): Map<string, FilePackage[]> {
  const frameworks = fileRouteFrameworks();
  const found = new Map<string, FilePackage[]>();
  for (const { path, manifest } of context.manifests) {
    if (manifest.ecosystem !== "npm") continue;
    const names = new Set(manifest.dependencies.map(({ name }) => name));
    const used = frameworks.filter(({ packages }) => packages.some((one) => names.has(one)));
    const folder = folderOf(path);
    found.set(
      folder,
      used.map((routes) => ({ folder, name: routes.name, routes, base: "", isByName: true })),
    );
  }
  if (![...found.values()].some(({ length }) => length > 0)) return new Map();
  for (const { path } of context.files)
    for (const one of nearest(found, path) ?? []) {
      const { base, unlessDeclared } = one.routes;
      const name = one.folder === "" ? path : path.slice(one.folder.length + 1);
      if (base?.file.test(name) === true) one.base = baseIn(routing.get(path), one.name) ?? one.base;
      const isDeclared = unlessDeclared?.file.test(name) === true;
      if (isDeclared && !context.links(path).imports.some(({ specifier }) => unlessDeclared?.imports.test(specifier)))
        one.isByName = false;
    }
  return found;
}

function baseIn(facts: RoutingFacts | undefined, framework: string): string | null {
  const bases = facts?.bases ?? {};
  return Object.hasOwn(bases, framework) ? (bases[framework] ?? null) : null;
}

function nearest(packages: ReadonlyMap<string, FilePackage[]>, file: string): readonly FilePackage[] | undefined {
  let folder = folderOf(file);
  while (folder !== "" && !packages.has(folder)) folder = folderOf(folder);
  return packages.get(folder);
}

function matchFile({ rules }: FileRoutes, name: string): MatchedFile | null {
  for (const rule of rules) {
    const groups = rule.file.exec(name)?.groups;
    const path = groups === undefined ? null : rule.pathOf(groups["path"] ?? "");
    if (path !== null) return { rule, path, method: groups?.["method"]?.toUpperCase() ?? null };
  }
  return null;
}

function endpointsIn(
  file: string,
  handlers: readonly HandlerFact[],
  { rule, path, method }: MatchedFile,
): ResolvedEndpoint[] {
  const isPage = handlers.some(({ name }) => name === rule.isPageWith);
  const counted = isPage ? handlers.filter(({ name }) => name === rule.ofPages) : handlers;
  return counted.flatMap(({ name, handler, methods, startLine, endLine }) => {
    const meant = Object.hasOwn(rule.exports, name) ? rule.exports[name] : undefined;
    // One declaration that gives both answers one of them with a refusal.
    const isBeside = meant === "GET" && handlers.some((one) => one.name === "action" && one.startLine === startLine);
    if (meant === undefined || (isBeside && name !== meant)) return [];
    // One handler of several methods tells them apart itself.
    const own = meant === "GET" || meant === name ? [] : methods.filter((one) => meant === "ANY" || one !== "GET");
    const served = method === null ? (own.length === 0 ? [meant] : own) : [method];
    return served.map((one) => {
      return {
        method: one,
        path,
        handler,
        startLine,
        endLine,
        file,
        certainty: "resolved" as const,
        protocol: "http" as const,
        guards: [],
      };
    });
  });
}
