import { listConfigKeys } from "#server/code-index/analysis/extract/settings/list-config-keys.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { ContentFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { joinPaths } from "#server/code-index/analysis/text/join-paths.ts";
import type { EndpointFact, FileFacts, FileKind } from "#server/code-index/ports/facts.ts";

/** Content facts as facts of the file at `path`: kind by path and content. */
export function applyPath(content: ContentFacts, path: string): FileFacts {
  const {
    contentKind,
    ownPackage: _ownPackage,
    aliases: _aliases,
    routing: _routing,
    operations: _operations,
    data: _data,
    settings,
    triggers: _triggers,
    deployment: _deployment,
    ...facts
  } = content;
  const kind = contentKind ?? classifyPath(path).kind;
  // What a test calls or mounts for its own use is no endpoint of the product, nor is a fake server.
  const endpoints = isPretended(path, kind) ? [] : [...facts.endpoints, ...ownRoutes(content)];
  // A script that is run by its path has no other name.
  const scripts = facts.scripts.map((one) =>
    one.name === "" && one.runner === "shell" ? { ...one, name: path } : one,
  );
  return { ...facts, kind, endpoints, scripts, configKeys: listConfigKeys(settings) };
}

/** Routes on routers that the file itself makes, as far as the file alone says their paths. */
function ownRoutes({ routing, endpoints }: ContentFacts): EndpointFact[] {
  const known = new Set(endpoints.map(({ startLine }) => startLine));
  const prefixes = new Map((routing?.routers ?? []).map(({ name, path }) => [name, path]));
  return (routing?.routes ?? []).flatMap(({ router, method, path, handler, startLine, endLine, view }) => {
    const prefix = prefixes.get(router);
    const whole = prefix === undefined ? "\u0001" : prefix === "" ? path : joinPaths(prefix, path);
    return known.has(startLine) || view?.isSet === true || whole.includes("\u0001")
      ? []
      : [{ method, path: whole.startsWith("/") ? whole : `/${whole}`, handler, startLine, endLine }];
  });
}

/** Whether what the file serves is served to tests alone. */
export function isPretended(path: string, kind: FileKind): boolean {
  return kind === "test" || standIn.test(path);
}

const standIn = /(?:^|\/)(?:_{0,2}mocks?_{0,2}|mock-?server|stubs?)\/|(?:^|[/._-])mocks?\.\w+$/i;
