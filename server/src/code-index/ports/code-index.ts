import type { CommitRecord } from "#server/git-source.ts";

import type { DataModel } from "./data-facts.ts";
import type { EndpointFact, FileFacts, FileKind, GuardFact, SymbolFact } from "./facts.ts";
import type { LineAnswer, LineQuery, LineSearchOptions } from "./line-query.ts";
import type { EndpointProtocol } from "./operation-facts.ts";
import type { IndexedSetting } from "./setting-facts.ts";
import type { SystemFacts } from "./system.ts";
import type { IndexedPublisher, IndexedTrigger } from "./triggers.ts";

/**
 * One finished index of one commit, read-only. Every answer is about `commit` alone: an update that ends later is
 * seen by calling `openIndex` again. Content is not stored; to show lines, read the blob through git.
 */
export interface CodeIndex {
  readonly commit: string;
  /** ISO 8601, UTC: when the index arrived at this commit. */
  readonly indexedAt: string;
  /** Sorted by path. Submodules and symbolic links are left out. */
  files(): readonly IndexedFile[];
  /** Null for a path that the commit does not hold. */
  facts(path: string): FileFacts | null;
  /** What the file declares to be served, with the whole paths as the repository puts them together; by line. */
  endpointsOf(path: string): readonly IndexedEndpoint[];
  /** The files of which that is not empty, tests left out, sorted; found without reading the facts of all others. */
  servingFiles(): readonly string[];
  /** The tables of the commit, put together from what all of its files say; without those that are `hidden`. */
  tables(hidden?: ReadonlySet<string>): DataModel;
  /** What starts work beside requests: schedules, messages, jobs, events, commands; by path and line. */
  triggers(): readonly IndexedTrigger[];
  /** Where messages are sent and jobs put in line; by path and line. */
  publishers(): readonly IndexedPublisher[];
  /**
   * Digest (SHA-256, hex) of all facts of a kind that are declared below a folder ("" for the whole repository) or in one file, tests
   * and examples too: a list or a count of them, or that there are none, is as it was while the digest is the same.
   */
  digestOf(kind: FactKind, folder: string): string;
  /** What operators can set, put together from all files that read, declare or document it. */
  settings(): readonly IndexedSetting[];
  /** Files ranked for words or a question, best first. Empty when nothing matches. */
  search(query: string, options?: SearchOptions): SearchHit[];
  /** How many files say a word, tests and documents too, and of which kinds they are. */
  countWord(word: string): WordCount;
  /** Commits of the indexed window whose messages say most of a text, best first; without those of very many files. */
  findCommits(query: string, options?: { limit?: number }): CommitHit[];
  /**
   * What the first search and the first question about imports put together, in turns with other work: some hundred
   * milliseconds of a large repository. Nobody has to call it, but all others wait where it was not called.
   */
  prepare(options?: PrepareOptions): Promise<void>;
  /** Declarations by exact name, part of a name, or words of it ("move task" finds `moveTask`), best first. */
  findSymbols(query: string, options?: { limit?: number }): SymbolHit[];
  /**
   * Every line that matches, as ripgrep finds them; files by path. Rejects with a `LinePatternError` for a pattern that
   * cannot be searched. Needs the source that `openIndex` was given once.
   */
  findLines(query: LineQuery, options?: LineSearchOptions): Promise<LineAnswer>;
  /** The same as `path:line` alone, without a bound on their number. */
  listMatchingLines(query: LineQuery, options?: LineSearchOptions): Promise<{ lines: string[]; isCutOff: boolean }>;
  /** Loads texts into memory that `findLines` would have to wait for, as many as fit. */
  warmLines(signal?: AbortSignal): Promise<void>;
  /** Files of this repository that the file imports. */
  importsOf(path: string): FileEdge[];
  /** Files of this repository that import the file. */
  importersOf(path: string): FileEdge[];
  /** Where an import leads as written in that file, which may be a new one; `names` where the language takes single names out of a module. */
  resolveImport(path: string, specifier: string, names?: readonly string[]): ImportTarget;
  /** Packages from outside with the files that import them, most used first. */
  externalImports(): ExternalPackage[];
  /** Languages of a folder's source by their share, most first; "" for all of it. */
  languages(folder: string): LanguageShare[];
  /** Packages, workspaces and top folders that hold source; every source file belongs to exactly one. */
  components(): Component[];
  /** Packages alone, each with all files that are in no package within it. */
  packages(): Component[];
  /** Imports between two different components, strongest first. */
  componentEdges(): ComponentEdge[];
  /** What runs and who talks to whom, as compose files, application hosts, manifests and the code say together. */
  system(): SystemFacts;
  readonly history: IndexHistory;
  statistics(): IndexStatistics;
  /** Files whose content could not be parsed in full, with the reason in plain words. */
  failedFiles(): FailedFile[];
  /** Lets go of the index file. Answers already given stay valid; `openIndex` callers need not call it. */
  close(): void;
}

export interface PrepareOptions {
  /** Aborting rejects; finished work is kept. */
  signal?: AbortSignal;
  /** Between two turns, where nobody waits for it yet. Default 0. */
  restMs?: number;
}

export interface IndexedFile {
  path: string;
  oid: string;
  /** Bytes. */
  size: number;
  language: string | null;
  kind: FileKind;
  lines: number;
}

export interface IndexedEndpoint extends EndpointFact {
  /**
   * "resolved": every part of the path is known up to the program that serves it. "partly": a part is put in while it
   * runs. "unknown": its router is mounted nowhere that could be read, so its path may lack a beginning. "local": the
   * path is what the file alone says, and may lack one as well.
   */
  certainty: "resolved" | "partly" | "unknown" | "local";
  /** How it is called. Methods are HTTP's, "QUERY", "MUTATION" and "SUBSCRIPTION" of GraphQL and tRPC, "RPC" of gRPC. */
  protocol: EndpointProtocol;
  /** What protects it, outermost first; empty where nothing was found that does. */
  guards: IndexedGuard[];
}

export interface IndexedGuard extends GuardFact {
  /** Path of the file that `line` is of. */
  file: string;
}

export interface LanguageShare {
  language: string;
  /** Of the lines of source, whole. */
  percent: number;
  /** The file with most lines. */
  largest: string;
}

/**
 * Kinds of facts that are listed and counted. "declarations" are names, also those of members; "files" are paths; "tests"
 * are the folders that hold any. "system" is what runs: of the whole repository, whatever the folder.
 */
export type FactKind =
  | "endpoints"
  | "tables"
  | "settings"
  | "commands"
  | "packages"
  | "jobs"
  | "languages"
  | "tests"
  | "declarations"
  | "files"
  | "system";

export interface SearchOptions {
  /** Default 20. */
  limit?: number;
  /** Only files in this folder (or this one file). */
  under?: string;
  kinds?: readonly FileKind[];
}

export interface SearchHit {
  path: string;
  kind: FileKind;
  language: string | null;
  /** Comparable within one answer only. */
  score: number;
  /** The best passages, best first, at most three; they do not overlap. */
  ranges: MatchedRange[];
  /** Declarations whose names match, best first, at most five. */
  symbols: SymbolFact[];
  reasons: SearchReason[];
}

export interface MatchedRange {
  startLine: number;
  endLine: number;
  score: number;
}

/** Why a file was found: which part of it matched which words of the query. */
export interface SearchReason {
  kind: "path" | "symbol" | "text" | "history" | "test";
  /** Words of the query for path, symbol and text; subjects of commits for history; paths for test. */
  evidence: string[];
}

export interface WordCount {
  files: number;
  kinds: Set<FileKind>;
}

export interface CommitHit {
  commit: CommitRecord;
  /** How much of the text the message says, 0 to 1; rare words weigh more. */
  coverage: number;
  /** The words they have in common. */
  words: string[];
}

export interface SymbolHit {
  path: string;
  symbol: SymbolFact;
}

/** The target of an import: files of the repository, an external package, or unknown. */
export type ImportTarget = { kind: "files"; paths: string[] } | { kind: "package"; name: string } | { kind: "unknown" };

export interface FileEdge {
  /** The file at the other end. */
  path: string;
  /** As written in the importing file. */
  specifier: string;
  /** Line in the importing file. */
  line: number;
}

export interface ExternalPackage {
  name: string;
  /** Paths of the importing files, sorted. */
  files: string[];
}

export interface Component {
  name: string;
  /** Folder; "" for the root of the repository. */
  path: string;
  /** Paths of its source and test files, sorted. */
  files: string[];
  /** Path of its manifest; null for a plain folder. */
  manifest: string | null;
}

export interface ComponentEdge {
  /** `path` of the importing component. */
  from: string;
  /** `path` of the imported component. */
  to: string;
  count: number;
  /** At most five positions of such imports. */
  examples: { path: string; line: number }[];
}

export interface IndexHistory {
  /** Newest first. Merges are left out. */
  recentCommits(limit: number): CommitRecord[];
  /** Commits that changed this file, or a file below this folder; newest first. */
  commitsTouching(path: string, limit: number): CommitRecord[];
  /** Most commits first. */
  contributors(): Contributor[];
}

export interface Contributor {
  name: string;
  email: string;
  commits: number;
  /** ISO 8601. */
  firstCommitAt: string;
  lastCommitAt: string;
}

export interface IndexStatistics {
  files: number;
  lines: number;
  bytes: number;
  /** Most lines first; files without a language are not counted here. */
  languages: { language: string; files: number; lines: number }[];
  kinds: Record<FileKind, number>;
  symbols: number;
  endpoints: number;
  schemas: number;
  configKeys: number;
  scripts: number;
  /** Commits in the indexed window, which is bounded (see `maxHistoryCommits`). */
  commits: number;
}

export interface FailedFile {
  path: string;
  reason: string;
}
