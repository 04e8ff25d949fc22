import type { Component, ComponentEdge, IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { ManifestFact } from "#server/code-index/ports/facts.ts";

import { folderOf, isUnder } from "./paths.ts";
import type { ResolvedEdge } from "./resolve-imports.ts";

const maxExamples = 5;
/** A package is shown in its folders when it holds at least this many source files and nothing else divides it. */
const splitFrom = 8;
const packageEcosystems = new Set(["npm", "python", "go", "cargo", "maven", "gradle", "composer", "nuget", "ruby"]);
const codeFolder = /^(?:src|lib|app|source|packages|internal|pkg|cmd|crates)$/;

/**
 * The parts a repository is made of: packages by their manifests; where there is one package only, or none, the
 * folders that divide its source. Every source and test file belongs to the deepest part around it.
 */
export function findComponents(
  files: readonly IndexedFile[],
  manifests: readonly { path: string; manifest: ManifestFact }[],
): Component[] {
  const code = files.filter(({ kind }) => kind === "source" || kind === "test");
  const roots = packageRoots(files, manifests);
  const parts = new Map<string, Component>();
  for (const [folder, { path, manifest }] of roots)
    parts.set(folder, { name: componentName(manifest.name, folder), path: folder, files: [], manifest: path });
  for (const folder of dividingFolders(code, [...roots.keys()]))
    parts.set(folder, { name: folder, path: folder, files: [], manifest: null });
  if (!parts.has("")) parts.set("", { name: "root", path: "", files: [], manifest: null });
  for (const { path } of code) innermost(parts, path)?.files.push(path);
  return [...parts.values()].filter((part) => part.files.length > 0).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The packages that hold source or tests, each whole, however large; a package within another one is its own. */
export function findPackages(
  files: readonly IndexedFile[],
  manifests: readonly { path: string; manifest: ManifestFact }[],
): Component[] {
  const packages = new Map<string, Component>();
  for (const [folder, { path, manifest }] of packageRoots(files, manifests))
    packages.set(folder, { name: componentName(manifest.name, folder), path: folder, files: [], manifest: path });
  for (const { path, kind } of files)
    if (kind === "source" || kind === "test") innermost(packages, path)?.files.push(path);
  return [...packages.values()].filter((one) => one.files.length > 0).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function packageRoots(
  files: readonly IndexedFile[],
  manifests: readonly { path: string; manifest: ManifestFact }[],
): Map<string, { path: string; manifest: ManifestFact }> {
  const kinds = new Map(files.map(({ path, kind }) => [path, kind]));
  const roots = new Map<string, { path: string; manifest: ManifestFact }>();
  for (const found of manifests) {
    const kind = kinds.get(found.path);
    const isSide =
      kind === "test" || kind === "vendored" || kind === "generated" || /requirements[^/]*\.txt$/.test(found.path);
    if (isSide || !packageEcosystems.has(found.manifest.ecosystem)) continue;
    const folder = folderOf(found.path);
    const known = roots.get(folder);
    if (known === undefined || (known.manifest.name === null && found.manifest.name !== null)) roots.set(folder, found);
  }
  return roots;
}

/** Folders below a package that divide its source: those under `src` and its like, else the top ones. */
function dividingFolders(code: readonly IndexedFile[], roots: readonly string[]): string[] {
  const byRoot = new Map<string, IndexedFile[]>((roots.length === 0 ? [""] : roots).map((root) => [root, []]));
  for (const file of code) innermost(byRoot, file.path)?.push(file);
  return [...byRoot].flatMap(([root, own]) =>
    own.filter(({ kind }) => kind === "source").length >= splitFrom ? childFolders(own, root, 0) : [],
  );
}

function childFolders(own: readonly IndexedFile[], folder: string, depth: number): string[] {
  const counts = new Map<string, number>();
  const prefix = folder === "" ? 0 : folder.length + 1;
  for (const { path } of own) {
    if (!isUnder(path, folder)) continue;
    const slash = path.indexOf("/", prefix);
    if (slash > 0) counts.set(path.slice(0, slash), (counts.get(path.slice(0, slash)) ?? 0) + 1);
  }
  const found: string[] = [];
  for (const [child, count] of counts) {
    const name = child.slice(child.lastIndexOf("/") + 1);
    const isMost = count > own.length * 0.6;
    if (depth < 3 && count >= splitFrom && (codeFolder.test(name) || isMost)) {
      const deeper = childFolders(
        own.filter(({ path }) => isUnder(path, child)),
        child,
        depth + 1,
      );
      if (deeper.length > 1) {
        found.push(...deeper, child);
        continue;
      }
    }
    found.push(child);
  }
  return found;
}

function componentName(name: string | null, folder: string): string {
  return name ?? (folder === "" ? "root" : folder.slice(folder.lastIndexOf("/") + 1));
}

/** What is kept for the deepest folder around a file. */
function innermost<T>(parts: ReadonlyMap<string, T>, path: string): T | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const part = parts.get(folder);
    if (part !== undefined) return part;
    if (folder === "") return undefined;
  }
}

/** Imports that cross from one part to another, tests left out: what a test reaches for is no design. */
export function findComponentEdges(input: {
  components: readonly Component[];
  edges: readonly ResolvedEdge[];
  isTest(path: string): boolean;
}): ComponentEdge[] {
  const owner = new Map<string, string>();
  for (const { path, files } of input.components) for (const file of files) owner.set(file, path);
  const found = new Map<string, ComponentEdge>();
  // One import of a package may lead to many of its files and is still one import.
  const counted = new Set<string>();
  for (const { from, to, line } of input.edges) {
    const source = owner.get(from);
    const target = owner.get(to);
    if (source === undefined || target === undefined || source === target || input.isTest(from)) continue;
    const key = `${source}\u0000${target}`;
    const location = `${key}\u0000${from}\u0000${line}`;
    if (counted.has(location)) continue;
    counted.add(location);
    const edge = found.get(key) ?? { from: source, to: target, count: 0, examples: [] };
    edge.count += 1;
    if (edge.examples.length < maxExamples) edge.examples.push({ path: from, line });
    found.set(key, edge);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1));
}
