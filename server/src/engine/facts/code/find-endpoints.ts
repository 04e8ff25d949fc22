import { separateEndpoints } from "#server/code-index/analysis/structure/separate-endpoints.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

export interface LocatedEndpoint {
  path: string;
  endpoint: IndexedEndpoint;
  /** The handler's declaration, where it could be followed. */
  handler: { path: string; symbol: SymbolFact } | null;
  evidence: Evidence;
}

/** What the scope's source answers, in the order of the files; empty where most of the paths are not known. */
export function findEndpoints(scope: CodeScope): LocatedEndpoint[] {
  return separateRoutes(scope).known;
}

/** Routes that may not be listed as endpoints, because their paths are not known. */
export function findUnresolvedRoutes(scope: CodeScope): LocatedEndpoint[] {
  return separateRoutes(scope).unresolved;
}

function separateRoutes(scope: CodeScope) {
  return scope.once("separateRoutes", () => separateEndpoints(findRoutes(scope), ({ endpoint }) => endpoint));
}

function findRoutes(scope: CodeScope): LocatedEndpoint[] {
  // Documents beside the code may be lists of routes.
  const documents = scope.files.filter(({ kind, language }) => kind === "config" && language === "yaml");
  return [...scope.sources, ...documents].flatMap((file) =>
    scope.repository.index.endpointsOf(file.path).map((endpoint) => ({
      path: file.path,
      endpoint,
      handler: endpoint.handler === null ? null : findHandler(scope, file.path, endpoint.handler),
      evidence: scope.at(file.path, endpoint.startLine, Math.min(endpoint.endLine, endpoint.startLine + 12)),
    })),
  );
}

/** The handler in the same file, else in a file it imports, else the only one of that name. */
function findHandler(scope: CodeScope, from: string, name: string): LocatedEndpoint["handler"] {
  const bare = name.split(/[.:]/).filter(Boolean).at(-1) ?? name;
  const inFile = (path: string) => {
    const symbol = scope
      .facts(path)
      ?.symbols.find((one) => one.name === bare && /function|method|class|constant|component/.test(one.kind));
    return symbol ? { path, symbol } : null;
  };
  const own = inFile(from);
  if (own) return own;
  for (const edge of scope.repository.index.importsOf(from)) {
    const found = inFile(edge.path);
    if (found) return found;
  }
  const others = scope.repository.index.findSymbols(bare, { limit: 5 }).filter(({ symbol }) => symbol.name === bare);
  const [only] = others;
  return only && others.length === 1 ? { path: only.path, symbol: only.symbol } : null;
}

/** By the first part of the path that says what it is about, the most first. */
export function byArea(endpoints: readonly LocatedEndpoint[]): [string, LocatedEndpoint[]][] {
  return [...Map.groupBy(endpoints, ({ endpoint }) => areaOf(endpoint.path))].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
}

function areaOf(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && !/^(?:api|v\d+|rest)$|[:{<*]/.test(segment));
  return `/${segments[0] ?? ""}`;
}
