import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ShownEdge } from "./edge-builder.ts";
import type { ServiceLayout } from "./service-layout.ts";

const deadlineMs = 2_000;
const maxLinesPerFile = 200;
/** Names that one pattern is made of. */
const maxNames = 60;
/** Every server may have these, so they say nothing of whose a client is. */
const servedByAll = new Set(["Health", "ServerReflection", "Greeter"]);
/** How generated code of each language names what a program registers to answer with, and what it calls by. */
const serverForms = [
  "Register$Server\\b",
  "\\b$Servicer\\b",
  "\\b$\\.$Base\\b",
  "\\b$Grpc(?:Kt)?\\.$(?:Coroutine)?ImplBase\\b",
  "\\baddService\\((?:[\\w.]+\\.)?$(?:Service|Definition)?\\b",
  "\\.$\\.service\\b",
  "\\b$Server::(?:new|with_interceptor)\\b",
  "\\b$::Service\\b",
  "\\bservice: (?:\\w+\\.)*$\\.Service\\b",
];
const clientForms = [
  "\\bNew$Client\\(",
  "\\b$Stub\\(",
  "\\b$\\.$Client\\b",
  "\\b$Grpc(?:Kt)?\\.(?:new\\w*Stub|$\\w*Stub)\\b",
  "\\bnew (?:\\w+\\.)+$\\(",
  "\\bnew (?:[\\w\\\\]+[.\\\\])?$Client\\(",
  "\\b$Client::(?:new|connect|with_interceptor)\\b",
  "\\b$::(?:Stub\\.new|NewStub)\\b",
  "\\b$\\.Stub\\.",
  "\\bcreate(?:Promise|Grpc)?Client\\($\\b",
  "\\bgetService<$(?:Client)?>",
];

interface GrpcUses {
  edges: ShownEdge[];
  isCutOff: boolean;
}

interface GrpcSite {
  service: string;
  serviceId: string;
  repository: IndexedRepository;
  path: string;
  line: number;
}

/** Clients that one service's code makes of a gRPC service that another's alone answers, by the names of `.proto` files. */
export async function findGrpcEdges(
  repositories: readonly IndexedRepository[],
  layout: ServiceLayout,
): Promise<GrpcUses> {
  const names = declaredServices(repositories);
  const servers = await findSites(repositories, layout, { names, forms: serverForms });
  const answering = new Map<string, Set<string>>();
  for (const { service, serviceId } of servers.sites)
    answering.set(service, (answering.get(service) ?? new Set()).add(serviceId));
  const answered = [...answering].flatMap(([name, ids]) => (ids.size === 1 ? [name] : []));
  const clients = await findSites(repositories, layout, { names: answered, forms: clientForms });
  const edges = clients.sites.flatMap(({ service, serviceId, repository, path, line }): ShownEdge[] => {
    const [targetId] = answering.get(service) ?? [];
    if (targetId === undefined || targetId === serviceId) return [];
    const places = [locationIn(repository, { path, startLine: line, endLine: line })];
    return [{ sourceId: serviceId, targetId, kind: "call", isCertain: true, places }];
  });
  return { edges, isCutOff: servers.isCutOff || clients.isCutOff };
}

function declaredServices(repositories: readonly IndexedRepository[]): string[] {
  const names = repositories.flatMap(({ index }) =>
    index.servingFiles().flatMap((file) =>
      file.endsWith(".proto")
        ? index.endpointsOf(file).flatMap(({ protocol, path }) => {
            const name = /([A-Za-z_]\w*)\/\w+$/.exec(path)?.[1];
            return protocol === "grpc" && name !== undefined && !servedByAll.has(name) ? [name] : [];
          })
        : [],
    ),
  );
  return [...new Set(names)];
}

async function findSites(
  repositories: readonly IndexedRepository[],
  layout: ServiceLayout,
  { names, forms }: { names: readonly string[]; forms: readonly string[] },
): Promise<{ sites: GrpcSite[]; isCutOff: boolean }> {
  const sites: GrpcSite[] = [];
  let isCutOff = false;
  const deadlineAt = performance.now() + deadlineMs;
  for (const repository of names.length === 0 ? [] : repositories) {
    const { repositoryId, index } = repository;
    const sources = new Set(index.files().flatMap(({ path, kind }) => (kind === "source" ? [path] : [])));
    for (let at = 0; at < names.length; at += maxNames) {
      const some = names.slice(at, at + maxNames);
      const pattern = forms.map((form) => form.replaceAll("$", `(?:${some.join("|")})`)).join("|");
      const query = { pattern, isRegex: true, ignoreCase: false, isWord: false };
      const leftMs = Math.max(1, deadlineAt - performance.now());
      const found = await index.findLines(query, { maxLinesPerFile, deadlineMs: leftMs });
      isCutOff ||= found.isCutOff;
      for (const { path, lines } of found.files) {
        const serviceId = layout.ownerOf(repositoryId, path);
        if (serviceId === null || !sources.has(path)) continue;
        const texts = (await repository.reader.readLines(path)) ?? [];
        for (const { line } of lines)
          for (const service of namedIn(texts[line - 1] ?? "", some, forms))
            sites.push({ service, serviceId, repository, path, line });
      }
    }
  }
  return { sites, isCutOff };
}

/** Where a form has the name twice, it is the same one: `Orders.OrdersClient`. */
function namedIn(line: string, names: readonly string[], forms: readonly string[]): string[] {
  const text = line.slice(0, 2_000);
  if (/^\s*(?:\/\/|#|\*|\/\*|import\b|using\b|from\b|use\b)/.test(text)) return [];
  return names.filter(
    (name) => text.includes(name) && forms.some((form) => new RegExp(form.replaceAll("$", name)).test(text)),
  );
}
