import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Position } from "#server/code-index/analysis/graph/code-graph.ts";
import { findDefinitions, findReferences } from "#server/code-index/analysis/graph/code-graph.ts";
import type { GraphQuestion } from "#server/code-index/analysis/graph/graph-session.ts";
import { GraphSource, type TextReader } from "#server/code-index/analysis/graph/graph-source.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

import { gitDirectorySource } from "./git-directory-source.ts";
import { makeRepository } from "./make-repository.ts";

/** Answers are whole also on a machine that is busy with other tests; what never ends is ended by its own bounds. */
const deadlineMs = 60_000;

/** A small repository whose names can be queried by the text around them. */
export interface TestGraph {
  index: CodeIndex;
  reader: TextReader;
  /** The first definition as "path:line certain" or "… likely"; the package's name; "nothing". */
  definition(path: string, text: string): Promise<string>;
  /** All references as "path:line kind", likely ones with a "?" behind. */
  references(path: string, text: string): Promise<string[]>;
  /**
   * Where the names lead that the file uses, line by line: "3: Boat > boat.ts:1; sail > boat.ts:4", with "?>" for a
   * guess, a package's name for what comes from outside, and "nothing".
   */
  edges(path: string): Promise<string[]>;
  /** Whether these are surely all; within no time at all where `deadlineMs` is negative. */
  isComplete(path: string, text: string, deadlineMs?: number): Promise<boolean>;
  close(): void;
}

/** Commits and indexes the files. In a queried text, "|" marks the position before the name. */
export async function buildTestGraph(files: Record<string, string>): Promise<TestGraph> {
  const repository = makeRepository();
  const directory = mkdtempSync(join(tmpdir(), "code-graph-"));
  const commit = repository.commit(files);
  const source = gitDirectorySource(repository.directory);
  await updateIndex({ directory, source, commit, workers: 1 });
  const index = openIndex(directory, source);
  if (index === null) throw new Error("the index did not open");
  const reader: TextReader = { readLines: async (path) => files[path]?.split("\n") ?? null };
  const question: GraphQuestion = {
    index,
    reader,
    filesWithWord: async (word) => {
      const found = await index.findLines(
        { pattern: word, isRegex: false, ignoreCase: false, isWord: true },
        { deadlineMs },
      );
      return { paths: found.files.map(({ path }) => path), isCutOff: found.isCutOff };
    },
    deadlineMs,
  };
  const locationOf = (path: string, text: string): Position => {
    const content = files[path] ?? "";
    const found = content.indexOf(text.replace("|", ""));
    if (found < 0) throw new Error(`no "${text}" in ${path}`);
    const before = content.slice(0, found + Math.max(0, text.indexOf("|")));
    return { path, line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
  };
  return {
    index,
    reader,
    async definition(path, text) {
      const { definitions, externalPackage } = await findDefinitions(question, locationOf(path, text));
      const [first] = definitions;
      if (first === undefined) return externalPackage ?? "nothing";
      return `${first.path}:${first.line} ${first.isCertain ? "certain" : "likely"}`;
    },
    async references(path, text) {
      const { references } = await findReferences(question, locationOf(path, text));
      return references.map(
        ({ path: file, line, kind, isCertain }) => `${file}:${line} ${kind}${isCertain ? "" : "?"}`,
      );
    },
    edges: (path) => edgesOf(question, path),
    isComplete: async (path, text, ms = deadlineMs) =>
      (await findReferences({ ...question, deadlineMs: ms }, locationOf(path, text))).isComplete,
    close() {
      index.close();
      repository.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function edgesOf(question: GraphQuestion, path: string): Promise<string[]> {
  const graphs = new GraphSource(question.index, question.reader);
  await graphs.load([path]);
  const used = graphs.graph(path)?.uses.filter(({ role }) => role !== "declaration") ?? [];
  const byLine = Map.groupBy(used, ({ line }) => line);
  const edges: string[] = [];
  for (const [line, uses] of [...byLine].sort(([one], [other]) => one - other)) {
    const leads: string[] = [];
    for (const { name, column } of uses.sort((one, other) => one.column - other.column)) {
      const { definitions, externalPackage } = await findDefinitions(question, { path, line, column });
      const arrow = definitions.some(({ isCertain }) => !isCertain) ? "?>" : ">";
      const to = definitions.map((one) => `${one.path}:${one.line}`).join(", ");
      leads.push(`${name} ${arrow} ${to || (externalPackage ?? "nothing")}`);
    }
    edges.push(`${line}: ${leads.join("; ")}`);
  }
  return edges;
}
