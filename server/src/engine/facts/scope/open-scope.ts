import type { FactKind, IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { Evidence, ListedFacts } from "#server/engine/evidence/evidence.ts";

import type { PageRepository } from "./page-input.ts";

/** The folder of a repository that a page is about. Facts are read once for all sections. */
export interface CodeScope {
  repository: PageRepository;
  /** Without slashes at the ends; "" for the whole repository. */
  folder: string;
  /** All files in the folder, sorted by path. */
  files: readonly IndexedFile[];
  /** Source files alone: no tests, no examples, nothing generated. */
  sources: readonly IndexedFile[];
  facts(path: string): FileFacts | null;
  /** Also for files outside the folder, such as the manifest at the repository's root. */
  lines(path: string): Promise<readonly string[] | null>;
  at(path: string, startLine: number, endLine?: number): Evidence;
  /** The path for readers, from the scope's folder; package folders of Java are left out. Not for looking files up. */
  shorten(path: string): string;
  /** Keeps what is dear to compute under a name for the life of the scope. */
  once<T>(name: string, compute: () => T): T;
}

/** Folders that show or check the code without being part of what it does. */
const sideFolder =
  /^integration\/|(?:^|\/)(?:examples?|_examples|samples?|demos?|playgrounds?|benchmarks?|bench|benches|scripts?|ci|docs?|documentation|website|www|fixtures?|testdata|t|test[-_]?(?:helpers?|utils?|support|suite)|integration[-_]tests?|e2e|(?!latest|contest|protest|attest)[a-z]+test|fuzz|hack|templates?-test|\.[\w-]+)\//i;

export function openScope(repository: PageRepository, workingPath: string): CodeScope {
  const folder = workingPath.replace(/^\/+|\/+$/g, "");
  const all = repository.index.files();
  const files = folder === "" ? all : all.filter((file) => file.path.startsWith(`${folder}/`));
  const paths = new Set(all.map((file) => file.path));
  const known = new Map<string, FileFacts | null>();
  const kept = new Map<string, unknown>();
  let packages: ReadonlyMap<string, string> | null = null;
  const shared = () => (packages ??= findSharedPackages(files));
  return {
    repository,
    folder,
    files,
    sources: chooseSources(files, folder),
    facts(path) {
      if (!paths.has(path)) return null;
      if (!known.has(path)) known.set(path, repository.index.facts(path));
      return known.get(path) ?? null;
    },
    lines: (path) => repository.reader.readLines(path),
    at: (path, startLine, endLine = startLine) => ({
      repositoryId: repository.repositoryId,
      path,
      startLine,
      endLine: Math.max(startLine, endLine),
    }),
    shorten(path) {
      const short = withoutPackages(path, shared());
      const whole = folder === "" || short.startsWith(`${folder}/`) ? short : path;
      return folder !== "" && whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : whole;
    },
    once<T>(name: string, compute: () => T): T {
      if (!kept.has(name)) kept.set(name, compute());
      return kept.get(name) as T;
    },
  };
}

/** All facts of a kind in the scope's folder, for a text that lists or counts them. */
export function listedFacts(scope: CodeScope, kind: FactKind): ListedFacts {
  return listedFactsIn(scope, kind, scope.folder);
}

/** Facts of a kind in another folder of the scope's repository, or in one file. */
export function listedFactsIn({ repository }: CodeScope, kind: FactKind, folder: string): ListedFacts {
  const { repositoryId, index } = repository;
  return { repositoryId, kind, folder, digest: index.digestOf(kind, folder) };
}

/** Some files of a scope alone; what a draft remembers of the whole it does not know. */
export function narrowScope(scope: CodeScope, paths: ReadonlySet<string>): CodeScope {
  const kept = new Map<string, unknown>();
  return {
    ...scope,
    files: scope.files.filter(({ path }) => paths.has(path)),
    sources: scope.sources.filter(({ path }) => paths.has(path)),
    once<T>(name: string, compute: () => T): T {
      if (!kept.has(name)) kept.set(name, compute());
      return kept.get(name) as T;
    },
  };
}

const packageRoot = /(?<=(?:^|\/)src\/\w+\/)(?:java|kotlin|scala|groovy)\/(?=\w)/;

/**
 * The module a file of Java or its like belongs to, and its path from the root of the packages; null for all others.
 */
function inPackages(path: string): { before: string; module: string; rest: string } | null {
  const found = packageRoot.exec(path);
  if (found === null) return null;
  const before = path.slice(0, found.index);
  return { before, module: before.replace(/src\/\w+\/$/, ""), rest: path.slice(found.index + found[0].length) };
}

/**
 * Java and its like repeat their package in every path; what comes after what all files of a module share is what
 * differs: `src/main/…/owner/Owner.java`.
 */
function withoutPackages(path: string, shared: ReadonlyMap<string, string>): string {
  const location = inPackages(path);
  const common = shared.get(location?.module ?? "") ?? "";
  if (location === null || common === "") return path;
  if (location.rest === common) return `${location.before}…`;
  return location.rest.startsWith(`${common}/`)
    ? `${location.before}…/${location.rest.slice(common.length + 1)}`
    : path;
}

/** By module, the folders that all its source files share below the root of their packages. */
function findSharedPackages(files: readonly IndexedFile[]): ReadonlyMap<string, string> {
  const locations = files.flatMap(({ path, kind }) => (kind === "source" ? (inPackages(path) ?? []) : []));
  const byModule = Map.groupBy(locations, ({ module }) => module);
  return new Map([...byModule].map(([module, own]) => [module, sharedFolder(own.map(({ rest }) => rest))]));
}

function sharedFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  const length = first.findIndex((name, at) => others.some((folder) => folder[at] !== name));
  return (length < 0 ? first : first.slice(0, length)).join("/");
}

/**
 * The first folders of a Java package name its owner, not what the code is for: `org/springframework/samples` is no
 * sample.
 */
const packageFolders = /((?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)\/)(?:\w+\/){1,3}/;

/** Whether a file belongs to an example, not to what the code does. */
export function isExample(path: string): boolean {
  return /(?:^|\/)(?:examples?|samples?)\//i.test(path.replace(packageFolders, "$1"));
}

function chooseSources(files: readonly IndexedFile[], folder: string): IndexedFile[] {
  const sources = files.filter((file) => file.kind === "source" && !isStyle(file));
  // Folders above the scope's own do not count, and neither do those of a package that begins above or within it.
  const inside = (path: string) => {
    const named = path.replace(packageFolders, "$1");
    return named === path && folder !== "" ? path.slice(folder.length + 1) : named;
  };
  const main = sources.filter((file) => !sideFolder.test(inside(file.path)));
  return main.length > 0 ? main : sources;
}

function isStyle(file: IndexedFile): boolean {
  return file.language === null || /^(?:css|scss|less|html|svg)$/.test(file.language);
}
