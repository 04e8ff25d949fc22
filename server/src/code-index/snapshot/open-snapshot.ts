import type { DatabaseSync, StatementSync } from "node:sqlite";

import { applyPath, isFileRoute } from "#server/code-index/analysis/extract/apply-path.ts";
import { unpackFacts, unpackLinks } from "#server/code-index/analysis/parse/parse-blob.ts";
import type { ContentLinks } from "#server/code-index/analysis/parse/parse-blob.ts";
import { findComponentEdges, findComponents } from "#server/code-index/analysis/structure/find-components.ts";
import { unknownTarget } from "#server/code-index/analysis/structure/import-target.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { importResolver, resolveImports } from "#server/code-index/analysis/structure/resolve-imports.ts";
import type { ResolvedEdge, ResolvedImports } from "#server/code-index/analysis/structure/resolve-imports.ts";
import { findRoutedEndpoints, joinEndpoints } from "#server/code-index/analysis/structure/routed-endpoints.ts";
import type {
  CodeIndex,
  Component,
  ComponentEdge,
  ExternalPackage,
  FailedFile,
  FileEdge,
  SymbolHit,
} from "#server/code-index/ports/code-index.ts";
import type { FileFacts, ManifestFact } from "#server/code-index/ports/facts.ts";
import { madeOnce } from "#server/code-index/runtime/steps.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";
import { loadLineFiles } from "#server/code-index/search/lines/line-files.ts";
import type { LineFiles } from "#server/code-index/search/lines/line-files.ts";
import { lineSearchOf } from "#server/code-index/search/lines/line-search.ts";
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

import { historyOf } from "./history-view.ts";
import { countStatistics } from "./statistics.ts";

const cachedFacts = 400;

/** What the next snapshot of the same index takes over, so that opening it costs what the push changed. */
export interface Carried {
  file: (path: string) => StoredFile | undefined;
  /** By id; empty until needed. */
  commits: ReadonlyMap<string, CommitRecord>;
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
  const snapshot = new Snapshot(database, files);
  const { commits, ranking, resolveContext, resolved } = partsOf(snapshot, { files, stored, former });
  const lines = madeOnce(former?.lines ?? null, (earlier) => loadLineFiles(database, files, earlier));
  const facts = (path: string): FileFacts | null => snapshot.facts(path);
  const imports = (): ResolvedImports => resolved.get();
  const components = once(() => findComponents(files, snapshot.manifests()));
  const isTest = (path: string): boolean => snapshot.file(path)?.kind === "test";
  const componentEdges = once(() => findComponentEdges({ components: components(), edges: imports().edges, isTest }));
  const edges = once(() => groupEdges(imports().edges));
  const resolver = once(() => importResolver(resolveContext.get()));
  const routed = once(() => findRoutedEndpoints(resolveContext.get(), resolver()));
  const index: CodeIndex = {
    commit: state.commit,
    indexedAt: state.indexedAt,
    files: () => files,
    facts,
    endpointsOf: (path) => joinEndpoints(facts(path)?.endpoints ?? [], routed().get(path)),
    search: (query, options = {}) =>
      searchFiles({ query, options, data: ranking.get().data, facts, commits: commits.get() }),
    findSymbols: (query, options = {}): SymbolHit[] =>
      findSymbols({ query, limit: options.limit ?? 20, data: ranking.get().data, facts }),
    ...lineSearchOf(() => lines.get(), source),
    importsOf: (path): FileEdge[] => edges().outgoing.get(path) ?? [],
    importersOf: (path): FileEdge[] => edges().incoming.get(path) ?? [],
    resolveImport: (path, specifier, names = []) => {
      const from = snapshot.file(path);
      return from === undefined ? unknownTarget : resolver()(from, { specifier, names: [...names], line: 0 });
    },
    externalImports: (): ExternalPackage[] => toPackages(imports()),
    components: (): Component[] => components(),
    componentEdges: (): ComponentEdge[] => componentEdges(),
    history: historyOf(() => commits.get()),
    statistics: () => countStatistics(files, { commits: stored.length, fileRoutes: () => snapshot.fileRoutes() }),
    failedFiles: () => failedIn(files),
    async prepare(options) {
      await ranking.prepare(options);
      await resolved.prepare(options);
    },
    close: onClose,
  };
  const carry = (): Carried => ({
    file: (path) => snapshot.file(path),
    commits: commits.carry((list) => new Map(list.map((commit) => [commit.oid, commit]))),
    ranking: ranking.carry((made) => made),
    lines: lines.carry((made) => made),
  });
  return { index, carry };
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
    files: loadFiles(database, former?.file ?? (() => undefined)),
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

/** The parts of an opened index that read blobs' rows. */
class Snapshot {
  private readonly database: DatabaseSync;
  private readonly list: readonly StoredFile[];
  private readonly byPath: Map<string, StoredFile>;
  private readonly facted = new Map<string, FileFacts>();
  private readonly readBlob: StatementSync;
  private readonly readTerms: StatementSync;

  constructor(database: DatabaseSync, files: readonly StoredFile[]) {
    this.database = database;
    this.list = files;
    this.readBlob = database.prepare("SELECT facts, links FROM blobs WHERE id = ?");
    this.readTerms = database.prepare("SELECT terms FROM blobs WHERE id = ?");
    this.byPath = new Map(files.map((file) => [file.path, file]));
  }

  file(path: string): StoredFile | undefined {
    return this.byPath.get(path);
  }

  facts(path: string): FileFacts | null {
    const file = this.byPath.get(path);
    if (file === undefined) return null;
    const known = this.facted.get(path);
    if (known !== undefined) return known;
    const row = this.readBlob.get(file.blob);
    if (row === undefined) return null;
    const facts = applyPath(unpackFacts(row["facts"] as Uint8Array, row["links"] as Uint8Array | null), path);
    if (this.facted.size >= cachedFacts) this.facted.delete(this.facted.keys().next().value ?? "");
    this.facted.set(path, facts);
    return facts;
  }

  terms(blob: number): Uint8Array | null {
    return (this.readTerms.get(blob)?.["terms"] as Uint8Array | null | undefined) ?? null;
  }

  *resolveContext(): Steps<ResolveContext> {
    const read = this.database.prepare("SELECT links FROM blobs WHERE id = ?");
    const links = new Map<string, ContentLinks>();
    for (const { path, blob } of this.list) {
      links.set(path, unpackLinks((read.get(blob)?.["links"] as Uint8Array | null | undefined) ?? null));
      yield;
    }
    const none: ContentLinks = { imports: [], ownPackage: null, aliases: [], routing: null };
    return {
      files: this.list,
      has: (path) => this.byPath.has(path),
      links: (path) => links.get(path) ?? none,
      manifests: this.manifests(),
    };
  }

  manifests(): { path: string; manifest: ManifestFact }[] {
    return this.list
      .filter(({ path }) =>
        /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|[^/]+\.\w+proj)$/.test(
          path,
        ),
      )
      .flatMap(({ path }) => {
        const manifest = this.facts(path)?.manifest ?? null;
        return manifest === null ? [] : [{ path, manifest }];
      });
  }

  /** Endpoints from paths alone (file-based routing). */
  fileRoutes(): number {
    return this.list
      .filter(({ path, kind, endpoints }) => kind !== "test" && endpoints === 0 && isFileRoute(path))
      .reduce((sum, { path }) => sum + (this.facts(path)?.endpoints.length ?? 0), 0);
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** What takes long to put together. */
function partsOf(
  snapshot: Snapshot,
  // `former` is not named in a closure here either.
  { files, stored, former }: Pick<Catalogue, "files" | "stored"> & { former: Carried | null },
) {
  const commits = madeOnce(former?.commits ?? new Map<string, CommitRecord>(), (known) => unpackAll(stored, known));
  const ranking = madeOnce(former?.ranking ?? null, function* (earlier): Steps<Ranking> {
    const list = yield* commits.steps();
    const terms = (blob: number): Uint8Array | null => snapshot.terms(blob);
    return yield* loadRanking({ files, commits: list, terms, former: earlier });
  });
  const resolveContext = madeOnce(null, () => snapshot.resolveContext());
  const resolved = madeOnce(null, function* (): Steps<ResolvedImports> {
    return yield* resolveImports(yield* resolveContext.steps());
  });
  return { commits, ranking, resolveContext, resolved };
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
