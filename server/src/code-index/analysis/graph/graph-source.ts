import { LRUCache } from "lru-cache";

import { isGraphLanguage } from "#server/code-index/analysis/graph/languages/parse-file-graph.ts";
import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { CodeIndex, IndexedFile } from "#server/code-index/ports/code-index.ts";

import { readGraphsInThreads } from "./graph-threads.ts";

/** Reads one file of the commit; null when it holds no such text. */
export interface TextReader {
  readLines(path: string): Promise<readonly string[] | null>;
}

/** Larger files are generated or hostile. */
const maxFileBytes = 1_000_000;
/** Roughly what the kept graphs may weigh, counted in names. */
const maxKeptUses = 1_500_000;

/** What the code of a blob is; null where it is not parsed. */
interface CachedGraph {
  graph: FileGraph | null;
}

/** By blob and language, over all repositories. */
const cache = new LRUCache<string, CachedGraph>({
  maxSize: maxKeptUses,
  sizeCalculation: ({ graph }) => 20 + (graph === null ? 0 : graph.uses.length + graph.expressions.length),
});

/** The files' graphs for one query: parsed on demand, cached by blob. */
export class GraphSource {
  readonly index: CodeIndex;
  private readonly reader: TextReader;
  private readonly files: ReadonlyMap<string, IndexedFile>;
  /** What this question has seen. */
  private readonly seen = new Map<string, FileGraph | null>();
  /** Files that are being read: whoever asks for one meanwhile waits for it, and never takes it for one without code. */
  private readonly reading = new Map<string, Promise<void>>();

  constructor(index: CodeIndex, reader: TextReader) {
    this.index = index;
    this.reader = reader;
    this.files = filesByPath(index);
  }

  file(path: string): IndexedFile | undefined {
    return this.files.get(path);
  }

  /** Undefined where it has to be loaded first; null where there is none. */
  graph(path: string): FileGraph | null | undefined {
    const known = this.seen.get(path);
    if (known !== undefined) return known;
    const file = this.files.get(path);
    if (file === undefined || file.size > maxFileBytes || !isGraphLanguage(file.language)) return null;
    const stored = cache.get(keyOf(file));
    if (stored !== undefined) this.seen.set(path, stored.graph);
    return stored?.graph;
  }

  async load(paths: readonly string[]): Promise<void> {
    const wanted = [...new Set(paths)].filter((path) => this.graph(path) === undefined);
    const missing = wanted.filter((path) => !this.reading.has(path));
    const read = this.read(missing).finally(() => {
      for (const path of missing) this.reading.delete(path);
    });
    const others = wanted.flatMap((path) => this.reading.get(path) ?? []);
    for (const path of missing) this.reading.set(path, read);
    await Promise.all([read, ...others]);
  }

  private async read(missing: readonly string[]): Promise<void> {
    const texts = await Promise.all(missing.map((path) => this.reader.readLines(path)));
    const tasks = missing.flatMap((path, at) => {
      const lines = texts[at];
      const file = this.files.get(path);
      return lines && file ? [{ file, text: lines.join("\n"), language: file.language }] : [];
    });
    const graphs = await readGraphsInThreads(tasks.map(({ text, language }) => ({ text, language })));
    for (const path of missing) this.seen.set(path, null);
    for (const [at, { file }] of tasks.entries()) {
      const graph = graphs[at] ?? null;
      this.seen.set(file.path, graph);
      cache.set(keyOf(file), { graph });
    }
  }
}

const pathsOf = new WeakMap<CodeIndex, ReadonlyMap<string, IndexedFile>>();

function filesByPath(index: CodeIndex): ReadonlyMap<string, IndexedFile> {
  const known = pathsOf.get(index);
  if (known !== undefined) return known;
  const made = new Map(index.files().map((file) => [file.path, file]));
  pathsOf.set(index, made);
  return made;
}

function keyOf({ oid, language }: IndexedFile): string {
  return `${oid} ${language}`;
}
