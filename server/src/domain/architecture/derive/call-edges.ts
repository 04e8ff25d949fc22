import { callSitesOf, matchEndpoints, type CallMatch } from "#server/code-index/analysis/graph/match-endpoints.ts";
import { matchPaths, splitPath } from "#server/code-index/analysis/graph/match-paths.ts";
import { separateEndpoints } from "#server/code-index/analysis/structure/separate-endpoints.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { FileOfRepository, ShownEdge } from "./edge-builder.ts";
import { trimSlashes, type ServiceLayout } from "./service-layout.ts";

const callsDeadlineMs = 2_000;
/** Every server answers these, so a call of one says nothing of whose it is. */
export const answeredByAll = /^\/?(?:health\w*|a?live\w*|ready\w*|status|ping|metrics|version|info|favicon\.ico)?\/?$/i;

interface AnsweredAddress {
  owner: string;
  file: string;
  protocol: "http";
  method: string;
  path: string;
  startLine: number;
  endLine: number;
}

interface CalledService {
  targetId: string;
  /** Where the endpoint is declared. */
  file: FileOfRepository;
  isCertain: boolean;
}

/**
 * Calls over HTTP, matched to the endpoints of other services. Where several services answer the same address, the one
 * that the line names is meant; where it names none, nobody knows, and nothing is shown.
 */
export async function findCallEdges(
  repositories: readonly IndexedRepository[],
  layout: ServiceLayout,
): Promise<{ edges: ShownEdge[]; isCutOff: boolean }> {
  const served = listServed(repositories);
  const calls: CallMatch[] = [];
  let isCutOff = false;
  for (const repository of served.length === 0 ? [] : repositories) {
    const found = await callSitesOf(repository, callsDeadlineMs);
    isCutOff ||= found.isCutOff;
    for (const site of found.sites) calls.push({ owner: repository.repositoryId, site });
  }
  const bySite = new Map<CallMatch, CalledService[]>();
  for (const [at, matches] of matchEndpoints(served, calls).entries()) {
    const endpoint = served[at];
    const targetId = endpoint && layout.ownerOf(endpoint.owner, endpoint.file);
    if (endpoint === undefined || targetId === null || targetId === undefined) continue;
    if (isContract(endpoint, layout)) continue;
    for (const { call, confidence } of matches) {
      if (confidence === "likely" && !isTelling(endpoint, call)) continue;
      const file = { repositoryId: endpoint.owner, path: endpoint.file };
      bySite.set(call, [...(bySite.get(call) ?? []), { targetId, file, isCertain: confidence === "certain" }]);
    }
  }
  const owners = new Map(repositories.map((repository) => [repository.repositoryId, repository]));
  const edges = [...bySite].flatMap(([call, called]) => toEdge(owners, layout, { call, called }));
  return { edges, isCutOff };
}

/** Of the files that declare any alone: the facts of all others need not be read for it. */
function listServed(repositories: readonly IndexedRepository[]): AnsweredAddress[] {
  return repositories.flatMap(({ repositoryId, index }) => {
    const all = index.servingFiles().flatMap((file) => index.endpointsOf(file).map((endpoint) => ({ file, endpoint })));
    const { known } = separateEndpoints(all, ({ endpoint }) => endpoint);
    return known.flatMap(({ file, endpoint }): AnsweredAddress[] => {
      const { protocol, method, path, startLine, endLine } = endpoint;
      if (protocol !== "http" || answeredByAll.test(path)) return [];
      return [{ owner: repositoryId, file, protocol, method, path, startLine, endLine }];
    });
  });
}

/** Interfaces that lie apart from all services say what is answered, and not by whom. */
function isContract({ owner, file }: AnsweredAddress, layout: ServiceLayout): boolean {
  if (!file.endsWith(".proto")) return false;
  const isRest = layout.ownersOf(owner, file).every(({ workingPath }) => trimSlashes(workingPath) === "");
  return isRest && layout.services.some((one) => one.repositoryId === owner && trimSlashes(one.workingPath) !== "");
}

/** A client called with an address that fits in more than a word. */
function isTelling(endpoint: AnsweredAddress, { site }: CallMatch): boolean {
  const match = matchPaths(splitPath(endpoint.path), site.segments);
  if (match === null || !site.isCall) return false;
  return match.fixed >= 2 || (match.isWhole && site.hasBase);
}

function toEdge(
  owners: ReadonlyMap<string, IndexedRepository>,
  layout: ServiceLayout,
  { call, called }: { call: CallMatch; called: readonly CalledService[] },
): ShownEdge[] {
  const { path, line, text } = call.site;
  const repository = owners.get(call.owner);
  const sourceId = layout.ownerOf(call.owner, path);
  if (repository === undefined || sourceId === null) return [];
  const target = chooseTarget(layout, { sourceId, text, called });
  if (target === null) return [];
  const places = [locationIn(repository, { path, startLine: line, endLine: line })];
  const { targetId, isCertain } = target;
  // Where several endpoints of the service fit as well, all of them: which one it is nobody knows.
  const reached = called
    .filter((one) => one.targetId === targetId && one.isCertain === isCertain)
    .map(({ file }) => file);
  return [{ sourceId, targetId, kind: "call", isCertain, places, reached }];
}

function chooseTarget(
  layout: ServiceLayout,
  { sourceId, text, called }: { sourceId: string; text: string; called: readonly CalledService[] },
): CalledService | null {
  const surest = called.some(({ isCertain }) => isCertain) ? called.filter(({ isCertain }) => isCertain) : called;
  const targets = new Map(surest.map((one) => [one.targetId, one]));
  const named = namedServices(layout, text);
  if (named.size > 0) {
    const fitting = called.filter(({ targetId }) => named.has(targetId));
    const ids = new Set(fitting.map(({ targetId }) => targetId));
    if (ids.size === 1) return fitting.find(({ isCertain }) => isCertain) ?? fitting[0] ?? null;
  }
  // Its own address, unless the line says another's.
  if (called.some(({ targetId }) => targetId === sourceId) || targets.size !== 1) return null;
  return [...targets.values()][0] ?? null;
}

/** Services that a line names, by the host of an address or by the name of what holds one: `ORDERS_URL`, `ordersClient`. */
function namedServices(layout: ServiceLayout, text: string): Set<string> {
  const host = /https?:\/\/([\w.-]+)/.exec(text)?.[1]?.split(".")[0];
  const holders = [
    ...text.matchAll(/\b([A-Za-z][A-Za-z0-9]*?)_?(?:service|svc)?_?(?:url|host|base|api|client|addr\w*|endpoint)\b/gi),
  ];
  const words = [host, ...holders.map(([, word]) => word)];
  return new Set(words.flatMap((word) => (word === undefined ? [] : layout.calledSo(word))));
}
