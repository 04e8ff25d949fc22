import type { Component } from "#server/code-index/ports/code-index.ts";
import type { FileDifference, CommitSummary } from "#server/engine/history/code-history.ts";
import type { FactChange } from "#server/engine/history/compare-facts.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { isUpkeep } from "./describe-commit.ts";

type PathedCommit = CommitSummary & { paths: readonly string[] };

/** A part of the code with what happened to it. */
export interface Area {
  /** Folder; "" for the top. */
  path: string;
  commits: PathedCommit[];
  files: FileDifference[];
  facts: FactChange[];
}

/** Folder names that many products have and that say nothing about their content. */
const plainFolder =
  /^(?:src|lib|app|apps|packages|server|client|internal|pkg|cmd|source|main|java|python|crates|modules)$/;
const maxDepth = 4;
const manyFiles = 0.5;

/**
 * Changes by folders that people would name: components where the code has several, and below them the folder under the
 * plain ones. A commit belongs where most of its files lie. Most changed first.
 */
export function groupChanges(
  changed: { commits: readonly PathedCommit[]; files: readonly FileDifference[]; facts: readonly FactChange[] },
  components: readonly Component[],
): Area[] {
  const areaOf = areaNames(
    changed.files.map(({ path }) => path),
    components,
  );
  const areas = new Map<string, Area>();
  const areaAt = (path: string): Area => {
    const name = areaOf(path);
    const area = areas.get(name) ?? { path: name, commits: [], files: [], facts: [] };
    areas.set(name, area);
    return area;
  };
  for (const file of changed.files) areaAt(file.path).files.push(file);
  for (const fact of changed.facts) areaAt(fact.path).facts.push(fact);
  for (const commit of changed.commits) {
    const [main] =
      mostFrequent(commit.paths.filter((path) => !isTestPath(path)).map(areaOf)) ??
      mostFrequent(commit.paths.map(areaOf)) ??
      [];
    if (main !== undefined) areaAt(main === "" ? "file" : `${main}/file`).commits.push(commit);
  }
  const weight = ({ commits, facts, files, path }: Area) =>
    (commits.filter((one) => !isUpkeep(one)).length * 3 + facts.length + files.length / 4) * (isAside(path) ? 0.1 : 1);
  return [...areas.values()].sort((a, b) => weight(b) - weight(a));
}

function mostFrequent(names: readonly string[]): [string, number] | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0] ?? null;
}

function isTestPath(path: string): boolean {
  return /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures|snapshots?)(?:[/._-]|$)/i.test(path);
}

/** Where nobody looks first. */
function isAside(path: string): boolean {
  return (
    path === "" ||
    path.startsWith(".") ||
    isTestPath(path) ||
    /(?:^|\/)(?:docs?|examples?|benchmarks?|public|locales?|i18n|translations?)(?:\/|$)/i.test(path)
  );
}

/** Cuts folders at the level at which they are neither everything nor each file alone. */
function areaNames(paths: readonly string[], components: readonly Component[]): (path: string) => string {
  const bases = components
    .map(({ path }) => path)
    .filter((path) => path !== "")
    .sort((a, b) => b.length - a.length);
  const depthOf = new Map<string, number>();
  for (let depth = 1; depth < maxDepth; depth += 1) {
    const groups = Map.groupBy(paths.map(folderOf), (folder) => folder.split("/").slice(0, depth).join("/"));
    for (const [group, inside] of groups) {
      const isPlain = plainFolder.test(group.split("/").at(-1) ?? "") || inside.length > paths.length * manyFiles;
      if (!isPlain) continue;
      if (group.split("/").length === depth) depthOf.set(group, depth + 1);
    }
  }
  return (path) => {
    const folder = folderOf(path);
    const base = bases.find((one) => folder === one || folder.startsWith(`${one}/`)) ?? "";
    const parts = folder.split("/");
    let depth = Math.max(1, base === "" ? 1 : base.split("/").length);
    for (let at = depth; at <= parts.length; at += 1) {
      const deeper = depthOf.get(parts.slice(0, at).join("/"));
      if (deeper === undefined) break;
      depth = deeper;
    }
    return parts.slice(0, depth).join("/");
  };
}
