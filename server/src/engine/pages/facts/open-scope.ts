import type { IndexedFile } from "../../../code-index/code-index.ts";
import type { FileFacts } from "../../../code-index/facts.ts";
import type { Evidence } from "../../evidence.ts";
import type { PageRepository } from "../page-input.ts";

/** The folder of a repository that a page speaks about. Facts are read once however many sections ask. */
export interface Scope {
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

export function openScope(repository: PageRepository, workingPath: string): Scope {
  const folder = workingPath.replace(/^\/+|\/+$/g, "");
  const all = repository.index.files();
  const files = folder === "" ? all : all.filter((file) => file.path.startsWith(`${folder}/`));
  const paths = new Set(all.map((file) => file.path));
  const known = new Map<string, FileFacts | null>();
  const kept = new Map<string, unknown>();
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
    shorten: (path) =>
      withoutPackages(folder !== "" && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path),
    once<T>(name: string, compute: () => T): T {
      if (!kept.has(name)) kept.set(name, compute());
      return kept.get(name) as T;
    },
  };
}

/** Java and its like repeat the owner's domain in every path; what comes after it is what differs. */
function withoutPackages(path: string): string {
  return path.replace(
    /((?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)\/)(?:com|org|net|io|dev|de|me)\/\w+\/(?=\w)/,
    "$1…/",
  );
}

/** The first folders of a Java package name its owner, not what the code is for: `org/springframework/samples` is no sample. */
const packageFolders = /((?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)\/)(?:\w+\/){1,3}/;

/** Whether a file belongs to an example, not to what the code does. */
export function isExample(path: string): boolean {
  return /(?:^|\/)(?:examples?|samples?)\//i.test(path.replace(packageFolders, "$1"));
}

function chooseSources(files: readonly IndexedFile[], folder: string): IndexedFile[] {
  const sources = files.filter((file) => file.kind === "source" && !isStyle(file));
  const inside = (path: string) => (folder === "" ? path : path.slice(folder.length + 1)).replace(packageFolders, "$1");
  const main = sources.filter((file) => !sideFolder.test(inside(file.path)));
  return main.length > 0 ? main : sources;
}

function isStyle(file: IndexedFile): boolean {
  return file.language === null || /^(?:css|scss|less|html|svg)$/.test(file.language);
}
