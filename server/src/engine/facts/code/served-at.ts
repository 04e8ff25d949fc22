import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { folderOf } from "#server/engine/text/wording.ts";

/** A request that lines of a file answer. */
interface ServedLines {
  startLine: number;
  endLine: number;
  endpoint: IndexedEndpoint;
  /** The file that the route is declared in. */
  declaredIn: string;
}

const maxAddresses = 4;
const maxGuards = 4;

interface ServingIndex {
  files: ReadonlySet<string>;
  byPath: Map<string, readonly ServedLines[]>;
}

const known = new WeakMap<CodeIndex, ServingIndex>();

/**
 * The requests that lines of a file answer, with the whole address that their routers give them and what protects them,
 * which mostly stands elsewhere: "serves GET /shop/orders, behind requireAuth (src/app.ts:5)". Null where they answer none. Asked of
 * every passage that somebody reads, it looks at the file and at those that import it alone.
 */
export function servedAt(
  { index }: Pick<PageRepository, "index">,
  { path, startLine, endLine }: { path: string; startLine: number; endLine: number },
): string | null {
  const served = servedBy(index, path);
  const met = served.filter((one) => one.startLine <= endLine && one.endLine >= startLine);
  const byAddress = [...Map.groupBy(met, ({ endpoint }) => addressOf(endpoint)).values()];
  const told = byAddress.slice(0, maxAddresses).map((same) => describe(same, path));
  const rest = byAddress.length > maxAddresses ? [`${byAddress.length - maxAddresses} more`] : [];
  return told.length === 0 ? null : `serves ${[...told, ...rest].join("; ")}`;
}

function servedBy(index: CodeIndex, path: string): readonly ServedLines[] {
  const serving = known.get(index) ?? { files: new Set(index.servingFiles()), byPath: new Map() };
  known.set(index, serving);
  const found = serving.byPath.get(path) ?? findServed(index, path, serving.files);
  serving.byPath.set(path, found);
  return found;
}

function findServed(index: CodeIndex, path: string, files: ReadonlySet<string>): ServedLines[] {
  if (files.size === 0) return [];
  const symbols = (index.facts(path)?.symbols ?? []).filter(({ kind }) => isDoer.test(kind));
  const own = files.has(path) ? index.endpointsOf(path) : [];
  const ofHandlers = (endpoints: readonly IndexedEndpoint[], declaredIn: string) =>
    endpoints.flatMap((endpoint): ServedLines[] => {
      const symbol = handlerIn(symbols, endpoint);
      return symbol ? [{ startLine: symbol.startLine, endLine: symbol.endLine, endpoint, declaredIn }] : [];
    });
  const others = symbols.length === 0 ? [] : routingFilesOf(index, path, files);
  return [
    ...own.map((endpoint) => ({ ...endpoint, endpoint, declaredIn: path })),
    ...ofHandlers(own, path),
    ...others.flatMap((file) => ofHandlers(index.endpointsOf(file), file)),
  ];
}

const isDoer = /function|method|class|constant|component/;

/** The files that may name handlers of a file: those that import it, and in Go those of its folder. */
function routingFilesOf(index: CodeIndex, path: string, files: ReadonlySet<string>): string[] {
  const importers = index.importersOf(path).map((edge) => edge.path);
  const beside = path.endsWith(".go") ? [...files].filter((one) => folderOf(one) === folderOf(path)) : [];
  return [...new Set([...importers, ...beside])].filter((one) => one !== path && files.has(one));
}

/** The one declaration that an endpoint's handler can be. */
function handlerIn(symbols: readonly SymbolFact[], { handler }: IndexedEndpoint): SymbolFact | null {
  const bare = handler?.split(/[.:#@/\\]/).findLast((part) => part !== "");
  const [only, ...others] = bare === undefined ? [] : symbols.filter(({ name }) => name === bare);
  return only !== undefined && others.length === 0 ? only : null;
}

/** What stands in front of an address is not known of every router. */
function addressOf({ path, certainty }: IndexedEndpoint): string {
  return certainty === "resolved" || certainty === "partly" ? path : `an address that ends in ${path}`;
}

function describe(same: readonly ServedLines[], path: string): string {
  const [first] = same;
  if (first === undefined) return "";
  const methods = [...new Set(same.map(({ endpoint }) => endpoint.method))].join(", ");
  const elsewhere = first.declaredIn === path ? "" : `, declared in ${first.declaredIn}:${first.endpoint.startLine}`;
  const guards = new Map(
    same.flatMap(({ endpoint }) => endpoint.guards.map((one) => [`${one.name} ${one.file}:${one.line}`, one])),
  );
  const named = [...guards.values()]
    .slice(0, maxGuards)
    .map(({ name, file, line }) => (file === path ? name : `${name} (${file}:${line})`));
  return `${methods} ${addressOf(first.endpoint)}${elsewhere}${named.length > 0 ? `, behind ${named.join(", ")}` : ""}`;
}
