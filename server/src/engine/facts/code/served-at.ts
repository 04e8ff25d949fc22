import type { CodeIndex, IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";

import { findEndpoints } from "./find-endpoints.ts";

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

const known = new WeakMap<CodeIndex, Map<string, ServedLines[]>>();

/**
 * The requests that lines of a file answer, with the whole address that their routers give them and what protects them,
 * which mostly stands elsewhere: "serves GET /shop/orders, behind requireAuth (src/app.ts:5)". Null where they answer none.
 */
export function servedAt(
  repository: PageRepository,
  { path, startLine, endLine }: { path: string; startLine: number; endLine: number },
): string | null {
  const served = servedBy(repository).get(path) ?? [];
  const met = served.filter((one) => one.startLine <= endLine && one.endLine >= startLine);
  const byAddress = [...Map.groupBy(met, ({ endpoint }) => addressOf(endpoint)).values()];
  const told = byAddress.slice(0, maxAddresses).map((same) => describe(same, path));
  const rest = byAddress.length > maxAddresses ? [`${byAddress.length - maxAddresses} more`] : [];
  return told.length === 0 ? null : `serves ${[...told, ...rest].join("; ")}`;
}

function servedBy(repository: PageRepository): Map<string, ServedLines[]> {
  const found = known.get(repository.index);
  if (found) return found;
  const served = new Map<string, ServedLines[]>();
  const add = (path: string, lines: ServedLines) => served.set(path, [...(served.get(path) ?? []), lines]);
  for (const { path, endpoint, handler } of findEndpoints(openScope(repository, "/"))) {
    const { startLine, endLine } = endpoint;
    add(path, { startLine, endLine, endpoint, declaredIn: path });
    if (handler === null || (handler.path === path && handler.symbol.endLine <= endLine)) continue;
    const { symbol } = handler;
    add(handler.path, { startLine: symbol.startLine, endLine: symbol.endLine, endpoint, declaredIn: path });
  }
  known.set(repository.index, served);
  return served;
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
