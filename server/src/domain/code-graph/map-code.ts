import type { CodeEndpoint, CodeMap, CodeModel, CodeTrigger } from "@cairn/contract/code-graph";

import {
  callSitesOf,
  matchEndpoints,
  type CallMatch,
  type MatchedCall,
} from "#server/code-index/analysis/graph/match-endpoints.ts";
import { separateEndpoints } from "#server/code-index/analysis/structure/separate-endpoints.ts";
import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { isInside, type SearchArea } from "#server/domain/search/search-areas.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";

import { locationIn } from "./describe-definition.ts";
import { loadCodeParts } from "./load-code-parts.ts";

/** Lists are cut to a length that can be read. */
const maxParts = 300;
const maxEdges = 400;
const maxEndpoints = 400;
const maxModels = 400;
const maxTriggers = 400;
const maxUnresolvedFiles = 20;
const maxCallers = 20;
const maxFields = 100;
const maxTextLength = 240;
const callsDeadlineMs = 2000;

interface MappedFolder {
  serviceId: string;
  repositoryId: string;
  /** Without slashes at its ends; "" for the whole repository. */
  folder: string;
}

/** Parts, endpoints with their callers and data models of the areas; callers come from all of `repositories`. */
export async function mapCode(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  { areas, repositories }: { areas: readonly SearchArea[]; repositories: readonly IndexedRepository[] },
): Promise<CodeMap> {
  const services = await listProjectServices(ctx, project);
  const folders = services.flatMap(({ serviceId, repositoryId, workingPath }) =>
    repositoryId === null ? [] : [{ serviceId, repositoryId, folder: workingPath.replaceAll(/^\/+|\/+$/g, "") }],
  );
  const endpoints = await mapEndpoints(areas, { repositories, folders });
  const models = await mapModels(areas, folders);
  const triggers = areas.flatMap((area) => mapTriggers(area, folders));
  const parts = areas.flatMap((area) => mapParts(area, folders));
  const edges = areas.flatMap((area) => mapEdges(area));
  return {
    parts: parts.slice(0, maxParts),
    edges: edges.slice(0, maxEdges),
    endpoints: endpoints.list,
    unresolvedRoutes: endpoints.unresolved,
    models: models.slice(0, maxModels),
    triggers: triggers.slice(0, maxTriggers),
    isCutOff:
      endpoints.isCutOff ||
      parts.length > maxParts ||
      edges.length > maxEdges ||
      models.length > maxModels ||
      triggers.length > maxTriggers,
  };
}

function servicesAt(folders: readonly MappedFolder[], repositoryId: string, path: string): string[] {
  return folders
    .filter((one) => one.repositoryId === repositoryId && isInside(path, one.folder === "" ? null : one.folder))
    .map(({ serviceId }) => serviceId);
}

function mapParts({ repository, under }: SearchArea, folders: readonly MappedFolder[]): CodeMap["parts"] {
  const { repositoryId, name: repositorySlug, index } = repository;
  return index
    .components()
    .filter(({ files }) => files.some((path) => isInside(path, under)))
    .map(({ name, path, files }) => ({
      repositoryId,
      repositorySlug,
      name,
      path,
      files: files.length,
      serviceIds: servicesAt(folders, repositoryId, path),
    }));
}

function mapEdges({ repository, under }: SearchArea): CodeMap["edges"] {
  return repository.index
    .componentEdges()
    .filter(({ examples }) => under === null || examples.some(({ path }) => isInside(path, under)))
    .map(({ from, to, count, examples }) => ({
      repositoryId: repository.repositoryId,
      from,
      to,
      count,
      examples: examples.map(({ path, line }) => locationIn(repository, { path, startLine: line, endLine: line })),
    }));
}

function mapTriggers({ repository, under }: SearchArea, folders: readonly MappedFolder[]): CodeTrigger[] {
  return findTriggers(openScope(repository, under ?? "")).map(
    ({ kind, name, schedule, topic, handler, framework, certainty, path, startLine, endLine }) => ({
      kind, name, schedule, topic, handler, framework, certainty,
      place: locationIn(repository, { path, startLine, endLine }),
      serviceIds: servicesAt(folders, repository.repositoryId, path),
    }),
  ); // prettier-ignore
}

async function mapModels(areas: readonly SearchArea[], folders: readonly MappedFolder[]): Promise<CodeModel[]> {
  const found: CodeModel[] = [];
  for (const { repository, under } of areas) {
    const { models } = await loadCodeParts(repository.index);
    for (const { path, schema } of models) {
      if (!isInside(path, under)) continue;
      found.push({
        name: schema.name,
        kind: schema.kind,
        fields: schema.fields.slice(0, maxFields).map(({ name, type }) => ({ name, type })),
        references: schema.references,
        place: locationIn(repository, { path, startLine: schema.startLine, endLine: schema.endLine }),
        serviceIds: servicesAt(folders, repository.repositoryId, path),
      });
    }
  }
  return found;
}

async function mapEndpoints(
  areas: readonly SearchArea[],
  { repositories, folders }: { repositories: readonly IndexedRepository[]; folders: readonly MappedFolder[] },
): Promise<{ list: CodeEndpoint[]; unresolved: CodeMap["unresolvedRoutes"]; isCutOff: boolean }> {
  const declared: DeclaredRoute[] = [];
  for (const { repository, under } of areas) {
    const { endpoints } = await loadCodeParts(repository.index);
    for (const { path, endpoint } of endpoints)
      if (isInside(path, under)) declared.push({ repository, path, endpoint });
  }
  const { known: served, unresolved } = separateEndpoints(declared, ({ endpoint }) => endpoint);
  const calls = served.length === 0 ? { list: [], isCutOff: false } : await findCalls(repositories);
  const owners = new Map(repositories.map((repository) => [repository.repositoryId, repository]));
  const matched = matchEndpoints(
    served.map(({ repository, path: file, endpoint }) => ({ owner: repository.repositoryId, file, ...endpoint })),
    calls.list,
  );
  const list = served.slice(0, maxEndpoints).map(({ repository, path, endpoint }, at) => ({
    protocol: endpoint.protocol,
    method: endpoint.method,
    path: endpoint.path,
    handler: endpoint.handler,
    certainty: endpoint.certainty === "unknown" ? "partly" : endpoint.certainty,
    place: locationIn(repository, { path, startLine: endpoint.startLine, endLine: endpoint.endLine }),
    serviceIds: servicesAt(folders, repository.repositoryId, path),
    callers: (matched[at] ?? []).slice(0, maxCallers).flatMap((match) => toCaller(owners, match)),
  }));
  const isCutOff = calls.isCutOff || served.length > maxEndpoints;
  return { list, unresolved: describeUnresolved(unresolved), isCutOff };
}

interface DeclaredRoute {
  repository: IndexedRepository;
  path: string;
  endpoint: IndexedEndpoint;
}

/** The first route of each file. */
function describeUnresolved(routes: readonly DeclaredRoute[]): CodeMap["unresolvedRoutes"] {
  const byFile = Map.groupBy(routes, ({ repository, path }) => `${repository.repositoryId} ${path}`);
  const places = [...byFile.values()].slice(0, maxUnresolvedFiles).flatMap(([first]) => {
    if (first === undefined) return [];
    const { startLine, endLine } = first.endpoint;
    return [locationIn(first.repository, { path: first.path, startLine, endLine })];
  });
  return { count: routes.length, places };
}

function toCaller(
  owners: ReadonlyMap<string, IndexedRepository>,
  { call, confidence }: MatchedCall,
): CodeEndpoint["callers"] {
  const owner = owners.get(call.owner);
  const { path, line, text } = call.site;
  if (!owner) return [];
  return [
    {
      place: locationIn(owner, { path, startLine: line, endLine: line }),
      text: text.slice(0, maxTextLength),
      confidence,
    },
  ];
}

async function findCalls(
  repositories: readonly IndexedRepository[],
): Promise<{ list: CallMatch[]; isCutOff: boolean }> {
  const list: CallMatch[] = [];
  let isCutOff = false;
  for (const repository of repositories) {
    const found = await callSitesOf(repository, callsDeadlineMs);
    isCutOff ||= found.isCutOff;
    for (const site of found.sites) list.push({ owner: repository.repositoryId, site });
  }
  return { list, isCutOff };
}
