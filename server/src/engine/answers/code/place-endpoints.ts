import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { findRpcCode } from "#server/engine/retrieval/find-rpc-code.ts";
import { isAside, type FileFact } from "#server/engine/retrieval/gather-facts.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";

/** An endpoint with the code that answers it, where only a document declares it. */
export interface PlacedEndpoint {
  endpoint: FileFact<IndexedEndpoint>;
  /** Null where the declaration itself is the place, and where no code is sure. */
  code: LocatedSymbol | null;
}

/** Endpoints of one service, or of what belongs to none. */
export interface PlacedGroup {
  /** Null where no service or package has them. */
  name: string | null;
  /** Something runs of it; else it is a package of its own. */
  isService: boolean;
  endpoints: PlacedEndpoint[];
}

/** What describes calls in a language of its own, often in copies of each service that makes them. */
const document = /\.(?:proto|graphqls?|gql|ya?ml|json|wsdl|thrift)$/i;
const maxProcedures = 300;

/** Each endpoint once, at the code that answers it where that is sure; what documents repeat is left out. */
export async function placeEndpoints(
  context: AnswerContext,
  endpoints: readonly FileFact<IndexedEndpoint>[],
): Promise<PlacedEndpoint[]> {
  const callOf = ({ fact }: FileFact<IndexedEndpoint>) => `${fact.method} ${fact.path}`;
  const coded = new Set(endpoints.filter(({ path }) => !document.test(path)).map(callOf));
  const declared = endpoints.filter((one) => document.test(one.path) && !coded.has(callOf(one)));
  const copies = Map.groupBy(declared, callOf);
  const placed: PlacedEndpoint[] = [];
  for (const endpoint of endpoints) {
    if (!document.test(endpoint.path)) placed.push({ endpoint, code: null });
    const own = copies.get(callOf(endpoint));
    if (own === undefined || endpoint !== own[0]) continue;
    const found = placed.length < maxProcedures ? await findRpcCode(context, endpoint) : [];
    await context.yieldToEventLoop();
    for (const code of found) placed.push({ endpoint: nearest(own, code), code });
    if (found.length === 0) placed.push({ endpoint, code: null });
  }
  return placed;
}

/** Of several copies of a declaration the one that lies nearest to the code. */
function nearest(copies: readonly FileFact<IndexedEndpoint>[], code: FileRef): FileFact<IndexedEndpoint> {
  const shared = ({ codebase, path }: FileRef) => {
    const parts = path.split("/");
    const other = code.path.split("/");
    const first = parts.findIndex((part, at) => part !== other[at]);
    return codebase === code.codebase ? first : -1;
  };
  return copies.reduce((best, one) => (shared(one) > shared(best) ? one : best));
}

/** By what runs of a folder, else by package; those of no service last. One group where there is nothing to tell apart. */
export function groupEndpoints(placed: readonly PlacedEndpoint[]): PlacedGroup[] {
  const parts = new Map<Codebase, AnsweringPart[]>();
  const groups = new Map<string, PlacedGroup>();
  for (const one of placed) {
    const { codebase, path } = one.code ?? one.endpoint;
    const known = parts.get(codebase) ?? partsOf(codebase);
    parts.set(codebase, known);
    const found = known.find(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
    const name = found?.name ?? null;
    const key = `${codebase.repositoryId} ${name ?? ""}`;
    const group = groups.get(key) ?? { name, isService: found?.isService === true, endpoints: [] };
    group.endpoints.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => Number(a.name === null) - Number(b.name === null));
}

interface AnsweringPart {
  name: string;
  folder: string;
  isService: boolean;
}

/** Folders that run, the deepest first, then packages. Programs that share a folder are called by it. */
function partsOf({ index }: Codebase): AnsweringPart[] {
  const running = index.system().nodes.flatMap(({ kind, folder, name }) => {
    return kind === "process" && folder !== null ? [{ name, folder, isService: true }] : [];
  });
  const runs = [...Map.groupBy(running, ({ folder }) => folder)].flatMap(([folder, [first, ...others]]) => {
    if (first !== undefined && others.length === 0) return [first];
    return folder === "" ? [] : [{ folder, name: lastOf(folder), isService: true }];
  });
  const packages = index
    .packages()
    .filter(({ path, manifest }) => manifest !== null && path !== "" && !isAside(`${path}/`))
    .map(({ path }) => ({ folder: path, name: lastOf(path), isService: false }));
  const deepestFirst = (a: AnsweringPart, b: AnsweringPart) => b.folder.length - a.folder.length;
  const [whole, inside] = [runs.filter(({ folder }) => folder === ""), runs.filter(({ folder }) => folder !== "")];
  return [...inside.toSorted(deepestFirst), ...packages.toSorted(deepestFirst), ...whole];
}

function lastOf(folder: string): string {
  return folder.split("/").at(-1) ?? folder;
}
