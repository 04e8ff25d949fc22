import type { DatabaseSync, StatementSync } from "node:sqlite";

import type {
  CodeIndex,
  Component,
  ComponentEdge,
  ExternalPackage,
  FileEdge,
  IndexedFile,
  SymbolHit,
} from "./code-index.ts";
import { applyPath, isFileRoute } from "./extract/apply-path.ts";
import type { FileFacts, ManifestFact } from "./facts.ts";
import type { CommitRecord } from "./git-source.ts";
import { historyOf } from "./history-view.ts";
import { unpackFacts, unpackLinks } from "./parse/parse-blob.ts";
import type { ContentLinks } from "./parse/parse-blob.ts";
import { buildCommitPostings } from "./rank/commit-postings.ts";
import { findSymbols } from "./rank/find-symbols.ts";
import { pairTests } from "./rank/pair-tests.ts";
import { buildPostings } from "./rank/postings.ts";
import type { RankingData } from "./rank/rank-files.ts";
import { searchFiles } from "./rank/search-files.ts";
import { countStatistics } from "./statistics.ts";
import { readCommits, unpackCommit } from "./store/commit-rows.ts";
import { readState } from "./store/meta-rows.ts";
import { readFiles } from "./store/read-files.ts";
import type { StoredFile } from "./store/read-files.ts";
import { findComponentEdges, findComponents } from "./structure/find-components.ts";
import { resolveImports } from "./structure/resolve-imports.ts";
import type { ResolvedEdge, ResolvedImports } from "./structure/resolve-imports.ts";

const cachedFacts = 400;

/**
 * Reads one commit's catalogue and commits in one read transaction; everything else is read when first asked for, by
 * keys of rows that never change. Null when no run ever ended.
 */
export function openSnapshot(database: DatabaseSync, onClose: () => void): CodeIndex | null {
  database.exec("PRAGMA query_only = 1; PRAGMA cache_size = -8000; BEGIN");
  const state = readState(database);
  const files = state === null ? [] : readFiles(database);
  const stored = state === null ? [] : readCommits(database);
  database.exec("COMMIT");
  if (state === null) return null;
  const snapshot = new Snapshot(database, files);
  const commits = once(() => stored.map(unpackCommit));
  const ranking = once(() => snapshot.ranking(commits()));
  const imports = once(() => snapshot.imports());
  const components = once(() => findComponents(files, snapshot.manifests()));
  const componentEdges = once(() =>
    findComponentEdges({
      components: components(),
      edges: imports().edges,
      isTest: (path) => snapshot.file(path)?.kind === "test",
    }),
  );
  const edges = once(() => groupEdges(imports().edges));
  return {
    commit: state.commit,
    indexedAt: state.indexedAt,
    files: () => files,
    facts: (path) => snapshot.facts(path),
    search: (query, options = {}) =>
      searchFiles({ query, options, data: ranking(), facts: (path) => snapshot.facts(path), commits: commits() }),
    findSymbols: (query, options = {}): SymbolHit[] =>
      findSymbols({ query, limit: options.limit ?? 20, data: ranking(), facts: (path) => snapshot.facts(path) }),
    importsOf: (path): FileEdge[] => edges().outgoing.get(path) ?? [],
    importersOf: (path): FileEdge[] => edges().incoming.get(path) ?? [],
    externalImports: (): ExternalPackage[] => toPackages(imports()),
    components: (): Component[] => components(),
    componentEdges: (): ComponentEdge[] => componentEdges(),
    history: historyOf(commits),
    statistics: () => countStatistics(files, { commits: stored.length, fileRoutes: () => snapshot.fileRoutes() }),
    failedFiles: () =>
      files
        .filter(({ problem, kind }) => problem !== null && kind !== "binary")
        .map(({ path, problem }) => ({ path, reason: problem ?? "" })),
    close: () => {
      onClose();
      if (database.isOpen) database.close();
    },
  };
}

/** The parts of an opened index that read blobs' rows. */
class Snapshot {
  private readonly database: DatabaseSync;
  private readonly list: readonly StoredFile[];
  private readonly byPath: Map<string, StoredFile>;
  private readonly facted = new Map<string, FileFacts>();
  private readonly readBlob: StatementSync;

  constructor(database: DatabaseSync, files: readonly StoredFile[]) {
    this.database = database;
    this.list = files;
    this.readBlob = database.prepare("SELECT facts, links FROM blobs WHERE id = ?");
    this.byPath = new Map(files.map((file) => [file.path, file]));
  }

  file(path: string): IndexedFile | undefined {
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

  ranking(commits: readonly CommitRecord[]): RankingData {
    const read = this.database.prepare("SELECT terms FROM blobs WHERE id = ?");
    const sources = this.list.map(({ path, blob }) => ({
      path,
      terms: (read.get(blob)?.["terms"] as Uint8Array | null | undefined) ?? null,
    }));
    const numbers = new Map(this.list.map(({ path }, number) => [path, number]));
    return {
      files: this.list,
      postings: buildPostings(sources),
      history: buildCommitPostings(commits, numbers),
      testPairs: pairTests(this.list),
    };
  }

  imports(): ResolvedImports {
    const read = this.database.prepare("SELECT links FROM blobs WHERE id = ?");
    const links = new Map<string, ContentLinks>();
    for (const { path, blob } of this.list)
      links.set(path, unpackLinks((read.get(blob)?.["links"] as Uint8Array | null | undefined) ?? null));
    const none: ContentLinks = { imports: [], ownPackage: null, aliases: [] };
    return resolveImports({
      files: this.list,
      has: (path) => this.byPath.has(path),
      links: (path) => links.get(path) ?? none,
      manifests: this.manifests(),
    });
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

  /** Endpoints that stand in no content, only in paths. */
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
