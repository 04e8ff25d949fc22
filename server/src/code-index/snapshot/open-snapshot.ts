import type { DatabaseSync } from "node:sqlite";

import { resolveData } from "#server/code-index/analysis/structure/data/resolve-data.ts";
import {
  findComponentEdges,
  findComponents,
  findPackages,
} from "#server/code-index/analysis/structure/find-components.ts";
import type {
  ImportResolver,
  ImportedNameResolver,
  ResolveContext,
} from "#server/code-index/analysis/structure/import-target.ts";
import { nameResolver, resolveImports } from "#server/code-index/analysis/structure/resolve-imports.ts";
import type { ResolvedEdge, ResolvedImports } from "#server/code-index/analysis/structure/resolve-imports.ts";
import { findSettings } from "#server/code-index/analysis/structure/resolve-settings.ts";
import { findTriggers, type Triggers } from "#server/code-index/analysis/structure/resolve-triggers.ts";
import { findRoutedEndpoints, joinEndpoints } from "#server/code-index/analysis/structure/routed-endpoints.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { ContentLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type {
  CodeIndex,
  ExternalPackage,
  FailedFile,
  FileEdge,
  IndexedFile,
} from "#server/code-index/ports/code-index.ts";
import { madeOnce } from "#server/code-index/runtime/steps.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";
import { loadLineFiles } from "#server/code-index/search/lines/line-files.ts";
import type { LineFiles } from "#server/code-index/search/lines/line-files.ts";
import { lineSearchOf } from "#server/code-index/search/lines/line-search.ts";
import { countWord } from "#server/code-index/search/rank/count-word.ts";
import { findCommits } from "#server/code-index/search/rank/find-commits.ts";
import { findSymbols } from "#server/code-index/search/rank/find-symbols.ts";
import { loadRanking } from "#server/code-index/search/rank/load-ranking.ts";
import type { Ranking } from "#server/code-index/search/rank/load-ranking.ts";
import { searchFiles } from "#server/code-index/search/rank/search-files.ts";
import { readCommits, unpackCommit } from "#server/code-index/store/commit-rows.ts";
import type { StoredCommit } from "#server/code-index/store/commit-rows.ts";
import { loadFiles } from "#server/code-index/store/load-files.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";
import { readState } from "#server/code-index/store/meta-rows.ts";
import type { IndexState } from "#server/code-index/store/meta-rows.ts";
import type { CommitRecord, GitSource } from "#server/git-source.ts";

import { digestFacts } from "./fact-digests.ts";
import type { DigestSource, FactKeys } from "./fact-digests.ts";
import { historyOf } from "./history-view.ts";
import { languageShares } from "./language-shares.ts";
import { markBundled } from "./mark-bundled.ts";
import { SnapshotRows } from "./snapshot-rows.ts";
import { countStatistics } from "./statistics.ts";
import { endpointsByFile, servingFilesOf, systemOf } from "./system-in.ts";

/** What the next snapshot of the same index takes over, so that opening it costs what the push changed. */
export interface Carried {
  file: (path: string) => StoredFile | undefined;
  /** By id; empty until needed. */
  commits: ReadonlyMap<string, CommitRecord>;
  /** By blob; empty until needed. */
  links: ReadonlyMap<number, ContentLinks>;
  factKeys: FactKeys;
  /** Of this snapshot or of an earlier one; null where nothing was ranked yet. */
  ranking: Ranking | null;
  /** Of this snapshot or of an earlier one; null where no lines were searched yet. */
  lines: LineFiles | null;
}

export interface OpenedSnapshot {
  index: CodeIndex;
  carry: () => Carried;
}

/**
 * Reads one commit's catalogue and commits in one read transaction; everything else is read on first use, by
 * keys of rows that never change. Null when no run ever ended.
 */
export function openSnapshot(
  database: DatabaseSync,
  onClose: () => void,
  // Never named in a closure below: it would keep every snapshot before this one alive.
  former: Carried | null,
  /** Where texts are read from; null until it is set. */
  source: () => GitSource | null,
): OpenedSnapshot | null {
  const catalogue = readCatalogue(database, former);
  if (catalogue === null) return null;
  const { state, files, stored } = catalogue;
  const snapshot = new SnapshotRows(database, files);
  const { commits, ranking, links, resolveContext, resolved } = partsOf(snapshot, { files, stored, former });
  const lines = madeOnce(former?.lines ?? null, (earlier) => loadLineFiles(database, files, earlier));
  const facts = (path: string) => snapshot.facts(path);
  const edges = once(() => groupEdges(resolved.get().edges));
  const names = once(() => nameResolver(resolveContext.get()));
  const resolver = () => names().resolve;
  const components = componentsOf(snapshot, files, () => resolved.get().edges);
  const { data, started, declared } = declaredIn({ files, facts, names, resolveContext, resolved });
  const settings = once(() => findSettings(resolveContext.get(), edges().outgoing));
  const imports = importsOn(snapshot, { edges, resolver });
  const system = once(() =>
    systemOf(declared, resolveContext.get(), { ...components, ...started, ...imports, settings, resolve: resolver() }),
  );
  const digests = digestFacts({ ...declared, system }, former?.factKeys ?? new Map());
  const index: CodeIndex = {
    commit: state.commit,
    indexedAt: state.indexedAt,
    files: () => files,
    facts,
    endpointsOf: declared.endpointsOf,
    servingFiles: once(() => servingFilesOf(declared)),
    tables: data.tables,
    ...started,
    languages: (folder) => languageShares(files, folder),
    digestOf: (kind, folder) => digests.digestOf(kind, folder),
    settings,
    ...searchesOn(() => ({ data: ranking.get().data, facts, commits: commits.get() })),
    ...lineSearchOf(() => lines.get(), source),
    externalImports: declared.externalImports,
    ...imports,
    ...components,
    system,
    history: historyOf(() => commits.get()),
    statistics: once(() => countStatistics(files, { commits: stored.length, endpoints: countEndpoints(declared) })),
    failedFiles: () => failedIn(files),
    prepare: (options) => ranking.prepare(options).then(() => resolved.prepare(options)),
    close: onClose,
  };
  return {
    index,
    carry: () => ({
      file: (path) => snapshot.file(path),
      commits: commits.carry((list) => new Map(list.map((commit) => [commit.oid, commit]))),
      links: links.carry((made) => made),
      factKeys: digests.keys(),
      ranking: ranking.carry((made) => made),
      lines: lines.carry((made) => made),
    }),
  };
}

/** Those whose addresses are known. */
function countEndpoints(declared: Pick<DigestSource, "files" | "endpointsOf" | "isRouted">): number {
  const known = [...endpointsByFile(declared).values()].map(
    (own) => own.filter(({ certainty }) => certainty !== "unknown").length,
  );
  return known.reduce((sum, one) => sum + one, 0);
}

/** Whatever the files of a commit declare, put together over all of them. */
function declaredIn(parts: {
  files: readonly StoredFile[];
  facts: CodeIndex["facts"];
  names: () => ImportedNameResolver;
  resolveContext: { get(): ResolveContext };
  resolved: { get(): ResolvedImports };
}) {
  const { files, facts, names, resolveContext, resolved } = parts;
  const resolver = () => names().resolve;
  const data = tablesIn(() => resolveContext.get(), names);
  const started = triggersOf(() => findTriggers(resolveContext.get(), resolver()));
  const declared: Omit<DigestSource, "system"> = {
    files,
    facts,
    ...routesIn(facts, () => findRoutedEndpoints(resolveContext.get(), resolver())),
    tablesOf: data.tablesOf,
    settingsOf: (path) => resolveContext.get().links(path).settings,
    startedBy: startedIn(started),
    externalImports: () => toPackages(resolved.get()),
  };
  return { data, started, declared };
}

function searchesOn(
  parts: () => Omit<Parameters<typeof searchFiles>[0], "query" | "options">,
): Pick<CodeIndex, "search" | "findSymbols" | "findCommits" | "countWord"> {
  return {
    search: (query, options = {}) => searchFiles({ query, options, ...parts() }),
    findSymbols: (query, { limit = 20 } = {}) => findSymbols({ query, limit, ...parts() }),
    countWord: (word) => countWord(word, parts().data),
    findCommits: (query, { limit = 20 } = {}) => findCommits({ query, limit, ...parts() }),
  };
}

function routesIn(
  facts: CodeIndex["facts"],
  find: () => ReturnType<typeof findRoutedEndpoints>,
): Pick<DigestSource, "endpointsOf" | "isRouted"> {
  const routed = once(find);
  return {
    endpointsOf: (path) => joinEndpoints(facts(path)?.endpoints ?? [], routed().get(path)),
    isRouted: (path) => routed().has(path),
  };
}

function tablesIn(context: () => ResolveContext, names: () => ImportedNameResolver) {
  const all = once(() => resolveData(context(), names()));
  const byPath = once(() => Map.groupBy(all().tables, ({ sources: [first] }) => first?.path ?? ""));
  return {
    tables: (hidden?: ReadonlySet<string>) => (hidden === undefined ? all() : resolveData(context(), names(), hidden)),
    tablesOf: (path: string) => byPath().get(path) ?? [],
  };
}

interface Catalogue {
  state: IndexState;
  files: StoredFile[];
  stored: StoredCommit[];
}

/** A consistent state of the index, even if it is written meanwhile. */
function readCatalogue(database: DatabaseSync, former: Carried | null): Catalogue | null {
  database.exec("PRAGMA query_only = 1; PRAGMA cache_size = -8000; BEGIN");
  const state = readState(database);
  const catalogue = state && {
    state,
    files: markBundled(loadFiles(database, former?.file ?? (() => undefined))),
    stored: readCommits(database),
  };
  database.exec("COMMIT");
  return catalogue;
}

function failedIn(files: readonly StoredFile[]): FailedFile[] {
  return files
    .filter(({ problem, kind }) => problem !== null && kind !== "binary")
    .map(({ path, problem }) => ({ path, reason: problem ?? "" }));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

interface ImportParts {
  edges: () => ReturnType<typeof groupEdges>;
  resolver: () => ImportResolver;
}

function importsOn(
  snapshot: SnapshotRows,
  { edges, resolver }: ImportParts,
): Pick<CodeIndex, "importsOf" | "importersOf" | "resolveImport"> {
  return {
    importsOf: (path): FileEdge[] => edges().outgoing.get(path) ?? [],
    importersOf: (path): FileEdge[] => edges().incoming.get(path) ?? [],
    resolveImport: (path, specifier, names = []) => {
      const from = snapshot.file(path) ?? newFile(path);
      return resolver()(from, { specifier, names: [...names], line: 0 });
    },
  };
}

/** As it would be at a path that the commit does not hold. */
function newFile(path: string): IndexedFile {
  const { language, kind } = classifyPath(path);
  return { path, language, kind, oid: "", size: 0, lines: 0 };
}

function componentsOf(
  snapshot: SnapshotRows,
  files: readonly StoredFile[],
  edges: () => readonly ResolvedEdge[],
): Pick<CodeIndex, "components" | "packages" | "componentEdges"> {
  const components = once(() => findComponents(files, snapshot.manifests()));
  const packages = once(() => findPackages(files, snapshot.manifests()));
  const isTest = (path: string): boolean => snapshot.file(path)?.kind === "test";
  const componentEdges = once(() => findComponentEdges({ components: components(), edges: edges(), isTest }));
  return { components, packages, componentEdges };
}

function triggersOf(find: () => Triggers): Pick<CodeIndex, "triggers" | "publishers"> {
  const found = once(find);
  return { triggers: () => found().triggers, publishers: () => found().publishers };
}

/** By file. */
function startedIn({ triggers, publishers }: Pick<CodeIndex, "triggers" | "publishers">): DigestSource["startedBy"] {
  const byFile = once(() => Map.groupBy([...triggers(), ...publishers()], ({ path }) => path));
  return (path) => byFile().get(path) ?? [];
}

/** What takes long to put together. */
function partsOf(
  snapshot: SnapshotRows,
  // `former` is not named in a closure here either.
  { files, stored, former }: Pick<Catalogue, "files" | "stored"> & { former: Carried | null },
) {
  const commits = madeOnce(former?.commits ?? new Map<string, CommitRecord>(), (known) => unpackAll(stored, known));
  const ranking = madeOnce(former?.ranking ?? null, function* (earlier): Steps<Ranking> {
    const list = yield* commits.steps();
    const terms = (blob: number): Uint8Array | null => snapshot.terms(blob);
    return yield* loadRanking({ files, commits: list, terms, former: earlier });
  });
  const links = madeOnce(former?.links ?? new Map<number, ContentLinks>(), (known) => snapshot.links(known));
  const resolveContext = madeOnce(null, function* (): Steps<ResolveContext> {
    return snapshot.resolveContext(yield* links.steps());
  });
  const resolved = madeOnce(null, function* (): Steps<ResolvedImports> {
    return yield* resolveImports(yield* resolveContext.steps());
  });
  return { commits, ranking, links, resolveContext, resolved };
}

/** Newest first; those that are known stay the very same objects. */
function* unpackAll(
  stored: readonly StoredCommit[],
  known: ReadonlyMap<string, CommitRecord>,
): Steps<readonly CommitRecord[]> {
  const commits: CommitRecord[] = [];
  for (const commit of stored) {
    commits.push(known.get(commit.oid) ?? unpackCommit(commit));
    yield;
  }
  return commits;
}

function groupEdges(edges: readonly ResolvedEdge[]): {
  outgoing: Map<string, FileEdge[]>;
  incoming: Map<string, FileEdge[]>;
} {
  const outgoing = new Map<string, FileEdge[]>();
  const incoming = new Map<string, FileEdge[]>();
  const add = (map: Map<string, FileEdge[]>, key: string, edge: FileEdge): void => {
    const known = map.get(key);
    if (known === undefined) map.set(key, [edge]);
    else known.push(edge);
  };
  for (const { from, to, specifier, line } of edges) {
    add(outgoing, from, { path: to, specifier, line });
    add(incoming, to, { path: from, specifier, line });
  }
  return { outgoing, incoming };
}

function toPackages({ packages }: ResolvedImports): ExternalPackage[] {
  return [...packages]
    .map(([name, files]) => ({ name, files: [...files].sort() }))
    .sort((a, b) => b.files.length - a.files.length || (a.name < b.name ? -1 : 1));
}
