import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { Ref, Surroundings } from "#server/code-index/analysis/graph/resolve/resolution.ts";
import { folderOf } from "#server/code-index/analysis/structure/paths.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import type { GraphSource } from "./graph-source.ts";

/** Thrown while names are followed: the query is repeated when these are loaded. */
export class NeedsFiles extends Error {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super("files have to be loaded first");
    this.paths = paths;
  }
}

/** Thrown likewise: files that hold the word have to be found first. */
export class NeedsWord extends Error {
  readonly word: string;

  constructor(word: string) {
    super("files with a word have to be found first");
    this.word = word;
  }
}

const families: readonly RegExp[] = [
  /^(?:typescript|tsx|javascript|vue|svelte|astro)$/,
  /^(?:c|cpp|objectivec)$/,
  /^(?:java|kotlin|scala|groovy)$/,
];

/** Languages whose names can mean each other's declarations. */
export function isSameFamily(a: string | null, b: string | null): boolean {
  return a === b || families.some((family) => family.test(a ?? "") && family.test(b ?? ""));
}

/** With more files than this, no guess is made: it would cost too much. */
const maxWordFiles = 60;

export interface WordIndex {
  /** Undefined where it is not known yet. */
  files(word: string): readonly string[] | undefined;
}

/** The repository as names are followed through it. `budget` bounds how many files one question loads. */
export function createSurroundings(source: GraphSource, words: WordIndex, budget: { files: number }): Surroundings {
  const { index } = source;
  const load = loaderOf(source, budget);
  const declaring = (paths: readonly string[], name: string): string[] =>
    paths.filter((path) => index.facts(path)?.symbols.some((symbol) => symbol.name === name) === true);
  /** Files of the language's family that hold the word. */
  const wordFiles = (name: string, path: string): string[] => {
    const found = words.files(name);
    if (found === undefined) throw new NeedsWord(name);
    const language = source.file(path)?.language ?? null;
    return found.filter((file) => isSameFamily(source.file(file)?.language ?? null, language));
  };
  return {
    ...load,
    resolveImport(path, specifier, names) {
      const target = index.resolveImport(path, specifier, names);
      return {
        paths: target.kind === "files" ? target.paths : [],
        external: target.kind === "package" ? target.name : null,
      };
    },
    packageFiles: (path) => packageFiles(index, source, path),
    declaring,
    membersNamed: (name, path) => {
      const files = wordFiles(name, path);
      const few = files.length > maxWordFiles ? declaring(files, name).slice(0, maxWordFiles) : files;
      load.graphs(few);
      return few.flatMap((file) => membersIn(file, source.graph(file) ?? null, name));
    },
    filesDeclaring: (name, path) => declaring(wordFiles(name, path), name),
    importsOf: (path) => index.importsOf(path).map((edge) => edge.path),
  };
}

/** Loaded graphs; requests others by throwing `NeedsFiles`. */
function loaderOf(source: GraphSource, budget: { files: number }): Pick<Surroundings, "graph" | "graphs"> {
  const graphs = (paths: readonly string[]): FileGraph[] => {
    const missing = paths.filter((path) => source.graph(path) === undefined);
    if (missing.length > 0 && budget.files > 0) {
      budget.files -= missing.length;
      throw new NeedsFiles(missing);
    }
    return paths.flatMap((path) => source.graph(path) ?? []);
  };
  return { graphs, graph: (path) => graphs([path])[0] ?? null };
}

/** Keys of object literals are rarely what a member elsewhere means. */
function membersIn(path: string, graph: FileGraph | null, name: string): Ref[] {
  return (graph?.declarations ?? []).flatMap(({ name: own, reach, importing, owner }, declaration) => {
    const isOfObject = owner >= 0 && graph?.declarations[owner]?.kind === "object";
    return own === name && reach === "member" && importing < 0 && !isOfObject ? [{ path, declaration }] : [];
  });
}

const foldersOf = new WeakMap<CodeIndex, Map<string, string[]>>();

/** Go and Java: files of one folder and language are one package; a test's package is seen by tests alone. */
function packageFiles(index: CodeIndex, source: GraphSource, path: string): readonly string[] {
  const language = source.file(path)?.language ?? null;
  if (language !== "go" && language !== "java" && language !== "csharp") return [];
  let folders = foldersOf.get(index);
  if (folders === undefined) {
    folders = new Map();
    for (const file of index.files()) {
      const key = `${file.language} ${folderOf(file.path)}`;
      const list = folders.get(key);
      if (list === undefined) folders.set(key, [file.path]);
      else list.push(file.path);
    }
    foldersOf.set(index, folders);
  }
  const files = folders.get(`${language} ${folderOf(path)}`) ?? [];
  return language === "go" && !path.endsWith("_test.go") ? files.filter((file) => !file.endsWith("_test.go")) : files;
}
