import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type {
  OperationFact,
  OperationFacts,
  OperationField,
  OperationKind,
  OperationType,
} from "#server/code-index/ports/operation-facts.ts";

import type { ResolveContext } from "./import-target.ts";
import { listOperations } from "./operation-groups.ts";
import { folderOf, isUnder } from "./paths.ts";
import type { ResolvedEndpoint } from "./resolve-routing.ts";

interface LocatedType {
  file: string;
  type: OperationType;
}

/** Packages whose programs answer GraphQL; a schema counts beside one of them, for others only call. */
const servers =
  /^(?:graphql-yoga|@apollo\/(?:server|subgraph)|apollo-server.*|@nestjs\/graphql|mercurius|@graphql-tools\/schema|graphql-tools|type-graphql|@pothos\/core|nexus|express-graphql|graphql-http|graphql-helix|.*\/gqlgen|.*\/graphql-go|.*\/graph-gophers\/.*|HotChocolate.*|GraphQL\.Server.*|ariadne.*|strawberry-graphql.*|graphene.*|graphql|async-graphql.*|juniper.*|absinthe.*|.*:graphql-java.*|.*graphql-java.*|.*spring-boot-starter-graphql|.*graphql-dgs.*|nuwave\/lighthouse|webonyx\/graphql-php|rebing\/graphql-laravel)$/;
const gateways = /grpc-gateway|JsonTranscoding|connectrpc\.com\/vanguard|grpc-httpjson/;
const defaultRoots: readonly { kind: OperationKind; type: string }[] = [
  { kind: "QUERY", type: "Query" },
  { kind: "MUTATION", type: "Mutation" },
  { kind: "SUBSCRIPTION", type: "Subscription" },
];
const maxTypes = 2_000;

/** Operations of GraphQL and services of gRPC, those of code before those that a schema repeats. */
export function resolveOperations(
  context: ResolveContext,
  facts: ReadonlyMap<string, OperationFacts>,
): ResolvedEndpoint[] {
  if (facts.size === 0) return [];
  const typed = fieldsOfRoots(facts).map(({ kind, file, field }) => operation(file, kind, field));
  const listed = listOperations(facts);
  const coded = listed.flatMap(({ file, one }) =>
    one.protocol === "graphql" && !one.isSchema ? [operation(file, one.method, one)] : [],
  );
  // A type may be read by the tables of two libraries.
  const found = [
    ...new Map(
      [...coded, ...typed].map((one) => [`${one.file}:${one.startLine} ${one.method} ${one.path}`, one]),
    ).values(),
  ];
  const known = new Set(found.map(({ method, path }) => `${method} ${path}`));
  const serves = servedFolders(context);
  for (const { file, one } of listed) {
    if (!one.isSchema || known.has(`${one.method} ${one.name}`)) continue;
    if (!serves(file)) continue;
    known.add(`${one.method} ${one.name}`);
    found.push(operation(file, one.method, one));
  }
  return [...found, ...services(context, listed)];
}

function services(
  { manifests }: ResolveContext,
  listed: readonly { file: string; one: OperationFacts["operations"][number] }[],
): ResolvedEndpoint[] {
  const hasGateway = manifests.some(({ manifest }) => manifest.dependencies.some(({ name }) => gateways.test(name)));
  return listed.flatMap(({ file, one }) => {
    if (one.protocol !== "grpc") return [];
    const { handler, startLine, endLine } = one;
    const at = { file, handler, startLine, endLine, certainty: "resolved" as const, guards: [] };
    const own = { ...at, protocol: "grpc" as const, method: one.method, path: one.name };
    const http = (hasGateway ? one.http : []).map((route) => ({ ...at, ...route, protocol: "http" as const }));
    return [own, ...http];
  });
}

function operation(
  file: string,
  method: string,
  { name, handler, startLine, endLine, guards: own = [] }: OperationField & Pick<OperationFact, "guards">,
): ResolvedEndpoint {
  const certainty: IndexedEndpoint["certainty"] = "resolved";
  const guards = own.map((guard) => ({ ...guard, file }));
  return { protocol: "graphql", method, path: name, handler, startLine, endLine, file, certainty, guards };
}

/** Fields of the types that schemas name, and of what those extend. */
function fieldsOfRoots(
  facts: ReadonlyMap<string, OperationFacts>,
): { kind: OperationKind; file: string; field: OperationField }[] {
  const types = new Map<string, LocatedType[]>();
  for (const [file, { types: own }] of facts)
    for (const type of own) types.set(type.name, [...(types.get(type.name) ?? []), { file, type }]);
  if (types.size === 0) return [];
  const named = [...facts.values()].flatMap(({ roots }) => roots);
  return defaultRoots.flatMap(({ kind, type }) => {
    const own = named.filter((root) => root.kind === kind).map((root) => root.type);
    return withBases(own.length === 0 ? [type] : [...own, type], types).flatMap((one) =>
      one.type.fields.map((field) => ({ kind, file: one.file, field })),
    );
  });
}

function withBases(names: readonly string[], types: ReadonlyMap<string, LocatedType[]>): LocatedType[] {
  const open = [...names];
  const seen = new Set<string>();
  const found: LocatedType[] = [];
  for (let name = open.pop(); name !== undefined && seen.size < maxTypes; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const one of types.get(name) ?? []) {
      found.push(one);
      open.push(...one.type.bases);
    }
  }
  return found;
}

/** Whether the nearest package around a file answers GraphQL, or one within that package. */
function servedFolders({ manifests }: ResolveContext): (file: string) => boolean {
  const folders = new Map<string, boolean>();
  for (const { path, manifest } of manifests) {
    const folder = folderOf(path);
    const isServer = manifest.dependencies.some(({ name }) => servers.test(name));
    folders.set(folder, isServer || folders.get(folder) === true);
  }
  for (const folder of [...folders].flatMap(([folder, isServer]) => (isServer ? [folder] : [])))
    for (const [outer] of folders) if (isUnder(folder, outer)) folders.set(outer, true);
  const isAny = [...folders.values()].some(Boolean);
  return (file) => {
    let folder = folderOf(file);
    while (folder !== "" && !folders.has(folder)) folder = folderOf(folder);
    return folders.get(folder) ?? isAny;
  };
}
