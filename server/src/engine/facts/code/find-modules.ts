import type { Component, IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

import { findParts, makePart, mostParts, type CodePart } from "./find-parts.ts";

/** The third depth of the system: what the code of one folder is made of and built with. */
export interface Modules {
  /** The folder's own parts. */
  own: CodePart[];
  /** Packages and folders around it that its code imports, by others too, with the files it reaches alone. */
  used: CodePart[];
  /** Between any of them, strongest first. */
  edges: ModuleEdge[];
}

interface ModuleEdge {
  /** `path` of the importing module. */
  from: string;
  /** `path` of the imported module. */
  to: string;
  count: number;
  /** At most three positions of such imports. */
  examples: { path: string; line: number }[];
}

const mostExamples = 3;

/**
 * Big modules and well connected ones, as many as fit a picture. Their arrows are imports as the build resolves them, so
 * none goes to a project that the importing one does not refer to.
 */
export function findModules(scope: CodeScope, most = mostParts): Modules {
  const all = allModules(scope);
  const degree = new Map<string, number>();
  for (const edge of all.edges) for (const path of [edge.from, edge.to]) degree.set(path, (degree.get(path) ?? 0) + 1);
  const weight = (part: CodePart): number => Math.sqrt(part.lines) + 12 * (degree.get(part.path) ?? 0);
  const choose = (parts: readonly CodePart[], count: number): CodePart[] =>
    parts.toSorted((a, b) => weight(b) - weight(a)).slice(0, count);
  const connected = all.own.filter(({ path }) => degree.has(path));
  const isJoined = connected.length + all.used.length >= 2;
  const own = choose(isJoined ? connected : all.own, most - Math.min(all.used.length, Math.floor(most / 2)));
  const used = choose(all.used, most - own.length);
  const shown = new Set([...own, ...used].map(({ path }) => path));
  return { own, used, edges: all.edges.filter(({ from, to }) => shown.has(from) && shown.has(to)) };
}

/** The module that each file belongs to, also of those modules that do not fit a picture. */
export function moduleByFile(scope: CodeScope): ReadonlyMap<string, CodePart> {
  return scope.once("moduleByFile", () => {
    const { own, used } = allModules(scope);
    return new Map([...own, ...used].flatMap((part) => part.files.map((file) => [file.path, part])));
  });
}

/** Every module, however many there are. */
export function allModules(scope: CodeScope): Modules {
  return scope.once("allModules", () => {
    const own = findParts(scope).filter(({ files }) => files.length > 0);
    const taken = new Set(own.map(({ path }) => path));
    const used = usedParts(scope).filter(({ path }) => !taken.has(path));
    return { own, used, edges: edgesBetween(scope, [...own, ...used]) };
  });
}

function edgesBetween(scope: CodeScope, modules: readonly CodePart[]): ModuleEdge[] {
  const moduleOf = new Map(modules.flatMap((part) => part.files.map((file) => [file.path, part.path])));
  const edges = new Map<string, ModuleEdge>();
  for (const [path, from] of moduleOf)
    for (const link of scope.repository.index.importsOf(path)) {
      const to = moduleOf.get(link.path);
      if (to === undefined || from === to) continue;
      const edge = edges.get(`${from}\n${to}`) ?? { from, to, count: 0, examples: [] };
      edge.count += 1;
      if (edge.examples.length < mostExamples) edge.examples.push({ path, line: link.line });
      edges.set(`${from}\n${to}`, edge);
    }
  return [...edges.values()].toSorted((a, b) => b.count - a.count || a.from.localeCompare(b.from));
}

/** What of the repository around the scope's folder its code reaches, a part for each package or folder. */
function usedParts(scope: CodeScope): CodePart[] {
  const outside = reachedOutside(scope);
  const packages = new Map(
    scope.repository.index
      .components()
      .filter(({ manifest, path }) => manifest !== null && !isAround(scope, path))
      .map((component) => [component.path, component]),
  );
  const parts = new Map<string, CodePart>();
  for (const file of outside) {
    const owner = packageAround(packages, file.path);
    const path = owner?.path ?? folderBeside(scope, file.path);
    const name = owner?.name ?? (path || scope.repository.name);
    const kind = owner === null ? "folder" : "package";
    const known = parts.get(path) ?? makePart({ name, path, kind, files: [], manifest: owner?.manifest ?? null });
    known.files.push(file);
    known.lines += file.lines;
    parts.set(path, known);
  }
  return [...parts.values()];
}

/** What lies around the scope is no module beside it. */
function isAround(scope: CodeScope, folder: string): boolean {
  return folder === "" || scope.folder === folder || scope.folder.startsWith(`${folder}/`);
}

function packageAround(packages: ReadonlyMap<string, Component>, path: string): Component | null {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const found = packages.get(folder);
    if (found !== undefined) return found;
  }
  return null;
}

/** The outermost folder around the file that is not around the scope too; else the folder that it lies in. */
function folderBeside(scope: CodeScope, path: string): string {
  let beside = folderOf(path);
  for (let folder = beside; !isAround(scope, folder); folder = folderOf(folder)) beside = folder;
  return beside;
}

/** Source files outside the scope's folder that its own import, directly or by others. */
function reachedOutside(scope: CodeScope): IndexedFile[] {
  if (scope.folder === "") return [];
  const { index } = scope.repository;
  const byPath = new Map(index.files().map((file) => [file.path, file]));
  const reached = new Set(scope.sources.map(({ path }) => path));
  const found: IndexedFile[] = [];
  for (const path of reached)
    for (const link of index.importsOf(path)) {
      const file = byPath.get(link.path);
      if (file?.kind !== "source" || reached.has(file.path) || file.path.startsWith(`${scope.folder}/`)) continue;
      reached.add(file.path);
      found.push(file);
    }
  return found;
}
