import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import { findManifests, type LocatedManifest } from "#server/engine/facts/project/find-manifests.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { folderOf } from "#server/engine/text/wording.ts";

/** A piece of the scope that can be named on its own: a package, a folder or, in small code bases, a file. */
export interface CodePart {
  /** As people would call it: the package's name or the path. */
  name: string;
  /** Folder or file. */
  path: string;
  kind: "package" | "folder" | "file";
  files: IndexedFile[];
  lines: number;
  /** Path of its manifest; null without one. */
  manifest: string | null;
  /** Of a package, the lesser half: what lies beside the folders that are parts of their own. */
  isRest?: true;
}

const wantedParts = 5;
const dominantShare = 0.3;
/** More would not fit a picture. */
export const mostParts = 14;
/** From so many packages or folders on, single files would be too fine a grain. */
const coarseParts = 3;
/** Folders below this share of what they are cut from stay with the rest, once there are `wantedParts` others. */
const slightShare = 0.04;
/** Shorter packages and folders are one part. */
const minCutLines = 300;

/**
 * Cuts the scope's source into parts of a comparable size: packages first; what dominates is cut by folders and, when
 * its files lie side by side and import one another, by files.
 */
export function findParts(scope: CodeScope): CodePart[] {
  return scope.once("findParts", () => {
    let parts = mergeSiblings(packageParts(scope));
    const total = scope.sources.reduce((sum, file) => sum + file.lines, 0);
    for (let round = 0; round < 6; round += 1) {
      const largest = parts
        .toSorted((a, b) => b.lines - a.lines)
        .find((part) => part.kind !== "file" && (part.lines >= minCutLines || parts.length === 1));
      if (!largest || (largest.lines < total * dominantShare && parts.length >= wantedParts)) break;
      const pieces = splitPart(scope, largest, parts.length < coarseParts);
      if (pieces.length < 2) break;
      parts = parts.flatMap((part) => (part === largest ? pieces : [part]));
    }
    return parts.toSorted((a, b) => b.lines - a.lines || a.path.localeCompare(b.path));
  });
}

function packageParts(scope: CodeScope): CodePart[] {
  const sources = new Map(scope.sources.map((file) => [file.path, file]));
  const parts: CodePart[] = [];
  for (const component of scope.repository.index.components()) {
    const files = component.files.flatMap((path) => sources.get(path) ?? []);
    if (files.length === 0) continue;
    for (const file of files) sources.delete(file.path);
    const folder = component.manifest === null ? commonFolder(files.map((file) => file.path)) : component.path;
    const adopted = component.manifest === null ? adoptManifest(scope, folder) : null;
    const manifest = component.manifest ?? adopted?.path ?? null;
    const hasManifest = manifest !== null;
    const name = adopted?.manifest.name ?? (hasManifest ? component.name : folder || component.name);
    parts.push(
      makePart({
        name,
        path: folder,
        kind: hasManifest ? "package" : "folder",
        files,
        manifest,
      }),
    );
  }
  if (sources.size > 0) {
    const path = scope.folder;
    parts.push(
      makePart({
        name: path || scope.repository.name,
        path,
        kind: "folder",
        files: [...sources.values()],
        manifest: null,
      }),
    );
  }
  return parts;
}

/** A package with all source in one folder is shown as the package. */
function adoptManifest(scope: CodeScope, path: string): LocatedManifest | null {
  const inside = path.match(/^(.*?)\/?(?:src|lib|app|source)$/);
  if (!inside) return null;
  return findManifests(scope).find(({ folder, manifest }) => folder === inside[1] && manifest.name !== null) ?? null;
}

export function makePart(part: Omit<CodePart, "lines">): CodePart {
  return { ...part, lines: linesOf(part.files) };
}

function linesOf(files: readonly IndexedFile[]): number {
  return files.reduce((sum, file) => sum + file.lines, 0);
}

/** Many small folders become the folder around them, the deepest and smallest first, until the parts fit a picture. */
function mergeSiblings(parts: readonly CodePart[]): CodePart[] {
  const merged = new Map(parts.map((part) => [part.path, part]));
  while (merged.size > mostParts) {
    const [smallest] = [...merged.values()]
      .filter((part) => part.manifest === null && part.path.includes("/"))
      .toSorted((a, b) => b.path.split("/").length - a.path.split("/").length || a.lines - b.lines);
    if (!smallest) break;
    const path = folderOf(smallest.path);
    const around = merged.get(path) ?? makePart({ name: path, path, kind: "folder", files: [], manifest: null });
    merged.delete(smallest.path);
    merged.set(path, makePart({ ...around, files: [...around.files, ...smallest.files] }));
  }
  return [...merged.values()];
}

function splitPart(scope: CodeScope, part: CodePart, mayBeFiles: boolean): CodePart[] {
  const root = commonFolder(part.files.map((file) => file.path));
  const depth = root === "" ? 0 : root.length + 1;
  const groups = Map.groupBy(part.files, (file) => file.path.slice(depth).split("/").slice(0, -1)[0] ?? "");
  const folders = [...groups].filter(([name]) => name !== "").toSorted((a, b) => linesOf(b[1]) - linesOf(a[1]));
  const isSlight = (files: readonly IndexedFile[], at: number) =>
    at >= wantedParts && linesOf(files) < linesOf(part.files) * slightShare;
  const slight = folders.filter(([, files], at) => isSlight(files, at));
  const direct = [...(groups.get("") ?? []), ...slight.flatMap(([, files]) => files)];
  const pieces = folders.slice(0, folders.length - slight.length).map(([name, files]) => {
    const path = depth === 0 ? name : `${root}/${name}`;
    return makePart({ name: path, path, kind: "folder", files, manifest: null });
  });
  if (direct.length === 0) return pieces;
  const canStandAlone =
    mayBeFiles && direct.length <= 60 && folders.length < wantedParts && importEachOther(scope, direct);
  if (canStandAlone && direct.length > 1) {
    const files = direct.map((file) =>
      makePart({ name: file.path, path: file.path, kind: "file", files: [file], manifest: null }),
    );
    return [...pieces, ...files];
  }
  if (pieces.length === 0) return [];
  const rest = makePart({ ...part, name: root === "" ? part.name : root, path: root, files: direct });
  return [...pieces, rest.lines < part.lines / 2 ? { ...rest, isRest: true } : rest];
}

/** Whether files side by side are connected by imports; where a folder is one unit (Go, Java) they are not. */
function importEachOther(scope: CodeScope, files: readonly IndexedFile[]): boolean {
  const paths = new Set(files.map((file) => file.path));
  const connected = files.filter((file) =>
    scope.repository.index.importsOf(file.path).some((edge) => paths.has(edge.path)),
  );
  const isUnit = files.every((file) => /^(?:go|java|csharp|kotlin|scala|swift)$/.test(file.language ?? ""));
  return !isUnit && connected.length >= files.length / 4;
}

function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => folderOf(path).split("/"));
  if (!first) return "";
  const shared = first.findIndex((name, at) => others.some((other) => other[at] !== name));
  return (shared < 0 ? first : first.slice(0, shared)).join("/");
}
