import { separateEndpoints } from "#server/code-index/analysis/structure/separate-endpoints.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fileName, folderOf } from "#server/engine/text/wording.ts";

import { symbolsNamed } from "./symbols-named.ts";

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
  const documents = scope.files.filter(
    ({ kind, language, path }) =>
      (kind === "config" && language === "yaml") || (language === null && listOfRoutes.test(path)),
  );
  return [...scope.sources, ...documents].flatMap((file) =>
    scope.repository.index.endpointsOf(file.path).map((endpoint) => ({
      path: file.path,
      endpoint,
      handler: endpoint.handler === null ? null : findHandler(scope, file.path, endpoint.handler, endpoint),
      evidence: scope.at(file.path, endpoint.startLine, Math.min(endpoint.endLine, endpoint.startLine + 12)),
    })),
  );
}

/** Play's, which have no ending that a language has. */
const listOfRoutes = /(?:^|\/)conf\/(?:[\w.-]+\.)?routes$/;

/** The handler in the same file, else in a file it imports, else the only one that its name, and the name before it, fit. */
function findHandler(
  scope: CodeScope,
  from: string,
  name: string,
  route: Pick<IndexedEndpoint, "startLine" | "endLine">,
): LocatedEndpoint["handler"] {
  const parts = name.split(/[.:#@/\\]/).filter(Boolean);
  const bare = parts.at(-1) ?? name;
  const owner = ownerKey(parts.at(-2) ?? "");
  const isOfClass = isMethodOfClass(from, name);
  // What the class has from a library is no other class's; where a base has it, the route is of that base's lines.
  const isFit = (path: string, { parent, startLine, endLine }: SymbolFact) =>
    !isOfClass ||
    ownerKey(parent?.split(/[.:]+/).at(-1) ?? "") === owner ||
    (path === from && startLine <= route.endLine && route.startLine <= endLine);
  const inFile = (path: string) => {
    const symbol = scope
      .facts(path)
      ?.symbols.find((one) => one.name === bare && isDoer.test(one.kind) && isFit(path, one));
    return symbol ? { path, symbol } : null;
  };
  // "boats#create" of a list of routes is none of that file's own names.
  const own = /[#@]/.test(name) ? null : inFile(from);
  if (own) return own;
  const imported = scope.repository.index.importsOf(from).flatMap((edge) => inFile(edge.path) ?? []);
  const others = symbolsNamed(scope, bare).filter(
    ({ path, symbol }) => isDoer.test(symbol.kind) && isFit(path, symbol),
  );
  const owned = owner === "" ? [] : [...imported, ...others].filter((one) => isOwnedBy(one, owner));
  // In Go what stands in front is a package, or a value whose method it is: a function of another package is neither.
  if (from.endsWith(".go") && owner !== "" && owned.length === 0) {
    const packages = scope.facts(from)?.imports ?? [];
    const isPackage = packages.some(
      ({ specifier }) =>
        ownerKey(
          specifier
            .replace(/\/v\d+$/, "")
            .split("/")
            .at(-1) ?? "",
        ) === owner,
    );
    const methods = isPackage ? [] : [...imported, ...others].filter(({ symbol }) => symbol.parent !== null);
    const unique = [...new Map(methods.map((one) => [`${one.path}:${one.symbol.startLine}`, one])).values()];
    const [method, ...rest] = unique;
    return method !== undefined && rest.length === 0 ? { path: method.path, symbol: method.symbol } : null;
  }
  const [only, ...more] = owned.length > 0 ? nearestTo(from, owned, parts) : imported.length > 0 ? imported : others;
  return only && (imported.length > 0 || more.length === 0) ? { path: only.path, symbol: only.symbol } : null;
}

/** Whether a route is of a class of Python, which may have the method from a library. */
export function isMethodOfClass(path: string, handler: string): boolean {
  return path.endsWith(".py") && /(?:^|\.)_*\p{Lu}\w*\p{Ll}\w*\.\w+$/u.test(handler);
}

const isDoer = /function|method|class|constant|component/;

/** "boats" of "boats#create", "BoatsController" and "boats_controller.rb" are one. */
function ownerKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/controller$/, "");
}

function isOwnedBy({ path, symbol }: { path: string; symbol: SymbolFact }, owner: string): boolean {
  const file = fileName(path).replace(/\.\w+$/, "");
  // A package of Go is the folder, and a function of it is of no type.
  if (path.endsWith(".go") && symbol.parent === null) return ownerKey(folderOf(path).split("/").at(-1) ?? "") === owner;
  return ownerKey(symbol.parent?.split(/[.:]+/).at(-1) ?? "") === owner || ownerKey(file) === owner;
}

/** Of several owners of that name, those in the folder that the handler's name or its file tells. */
function nearestTo<T extends { path: string }>(from: string, found: readonly T[], parts: readonly string[]): T[] {
  const inside = parts.slice(0, -2).map((part) => part.toLowerCase());
  const share = ({ path }: T) => {
    const folders = folderOf(path).toLowerCase().split("/");
    const own = folderOf(from).toLowerCase().split("/");
    const named = inside.filter((part) => folders.includes(part)).length;
    return 100 * named + folders.filter((folder, at) => folder === own[at]).length - folders.length / 50;
  };
  const best = Math.max(...found.map(share));
  return found.filter((one) => share(one) === best);
}

/** By the first part of the path that says what it is about, the most first. */
export function byArea(endpoints: readonly LocatedEndpoint[]): [string, LocatedEndpoint[]][] {
  return [...Map.groupBy(endpoints, ({ endpoint }) => areaOf(endpoint.path))].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
}

function areaOf(path: string): string {
  const named = path.split("/").filter((segment) => segment !== "" && !/[:{<*]/.test(segment));
  const segments = named.filter((segment) => !/^(?:api|v\d+|rest)$/.test(segment));
  // `/rest/{call}` is not about the whole site.
  const first = segments[0] ?? named.at(-1) ?? "";
  // Of calls by name, `boats.list` is about boats, and `harbour.v1.BoatService/List` about what that service is.
  const called =
    segments.length > 1 ? /^(?:\w+\.)+([A-Z]\w*)$/.exec(first)?.[1] : /^([a-z]\w*)\.[a-z]\w*$/i.exec(first)?.[1];
  return `/${called ?? first}`;
}
