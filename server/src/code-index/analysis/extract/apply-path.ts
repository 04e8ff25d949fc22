import { listConfigKeys } from "#server/code-index/analysis/extract/settings/list-config-keys.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { ContentFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import type { EndpointFact, FileFacts, FileKind } from "#server/code-index/ports/facts.ts";

/** Content facts as facts of the file at `path`: kind by path and content, endpoints that the path itself declares. */
export function applyPath(content: ContentFacts, path: string): FileFacts {
  const {
    contentKind,
    ownPackage: _ownPackage,
    aliases: _aliases,
    routing: _routing,
    data: _data,
    settings,
    triggers: _triggers,
    deployment: _deployment,
    ...facts
  } = content;
  const kind = contentKind ?? classifyPath(path).kind;
  // What a test calls or mounts for its own use is no endpoint of the product, nor is a fake server.
  const endpoints = isPretended(path, kind)
    ? []
    : [...facts.endpoints, ...ownRoutes(content), ...fileRoutes(path, content)];
  return { ...facts, kind, endpoints, configKeys: listConfigKeys(settings) };
}

/** Routes on routers that the file itself makes, as far as the file alone says their paths. */
function ownRoutes({ routing, endpoints }: ContentFacts): EndpointFact[] {
  const known = new Set(endpoints.map(({ startLine }) => startLine));
  const prefixes = new Map((routing?.routers ?? []).map(({ name, path }) => [name, path]));
  return (routing?.routes ?? []).flatMap(({ router, method, path, handler, startLine, endLine }) => {
    const prefix = prefixes.get(router);
    const whole = prefix === undefined ? "\u0001" : joinPaths(prefix, path);
    return known.has(startLine) || whole.includes("\u0001")
      ? []
      : [{ method, path: whole, handler, startLine, endLine }];
  });
}

/** Whether what the file serves is served to tests alone. */
export function isPretended(path: string, kind: FileKind): boolean {
  return kind === "test" || standIn.test(path);
}

const standIn = /(?:^|\/)(?:_{0,2}mocks?_{0,2}|mock-?server|stubs?)\/|(?:^|[/._-])mocks?\.\w+$/i;
const appRoute = /(?:^|\/)app\/((?:[^/]+\/)*)route\.(?:ts|js|tsx)$/;
const pagesRoute = /(?:^|\/)pages\/(api\/.+)\.(?:ts|js|tsx)$/;
/** What answers no request. */
const declaredOnly = new Set(["class", "interface", "type", "enum"]);
const verbs = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

/** Whether the path of the file alone may declare endpoints (file-based routing). */
export function isFileRoute(path: string): boolean {
  return appRoute.test(path) || pagesRoute.test(path);
}

/** Next.js: the folder is the path, exported functions are the methods. */
function fileRoutes(path: string, content: ContentFacts): EndpointFact[] {
  const app = appRoute.exec(path);
  if (app !== null) {
    const route = routePath(app[1] ?? "");
    return content.symbols
      .filter(({ name, isExported, parent }) => isExported && parent === null && verbs.has(name))
      .map(({ name, startLine, endLine }) => ({ method: name, path: route, handler: name, startLine, endLine }));
  }
  const pages = pagesRoute.exec(path);
  if (pages === null || !content.symbols.some(({ isExported, kind }) => isExported && !declaredOnly.has(kind)))
    return [];
  const handler = content.symbols.find(({ name, kind }) => name === "handler" || kind === "function");
  return [
    {
      method: "ANY",
      path: routePath((pages[1] ?? "").replace(/(?:^|\/)index$/, "")),
      handler: handler === undefined || handler.name === "default" ? null : handler.name,
      startLine: handler?.startLine ?? 1,
      endLine: handler?.endLine ?? Math.max(1, content.lines),
    },
  ];
}

/** `[id]` becomes `:id`, `[...rest]` becomes `*rest`; groups in brackets are not part of the address. */
function routePath(folders: string): string {
  const parts = folders
    .split("/")
    .filter((part) => part !== "" && !/^\(.*\)$/.test(part) && !part.startsWith("@"))
    .map((part) => part.replace(/^\[\[?\.\.\.([\w-]+)\]?\]$/, "*$1").replace(/^\[([\w-]+)\]$/, ":$1"));
  return `/${parts.join("/")}`;
}
