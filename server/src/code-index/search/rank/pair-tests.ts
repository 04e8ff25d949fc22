import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { materialOf } from "./file-kinds.ts";

/** For each test file the number of the source file it is named after; -1 where there is none. */
export function pairTests(files: readonly IndexedFile[]): Int32Array {
  const sources = new Map<string, number[]>();
  for (const [number, { path, kind }] of files.entries()) {
    // Type declarations are beside the tested source, under the same name.
    if (materialOf(path, kind) !== "source") continue;
    const stem = stemOf(path);
    const known = sources.get(stem);
    if (known === undefined) sources.set(stem, [number]);
    else known.push(number);
  }
  const pairs = new Int32Array(files.length).fill(-1);
  for (const [number, { path, kind }] of files.entries()) {
    if (kind !== "test") continue;
    const candidates = sources.get(testedStem(path)) ?? [];
    let best = -1;
    let bestShare = -1;
    for (const candidate of candidates) {
      const share = sharedFolders(path, files[candidate]?.path ?? "");
      if (share > bestShare) [best, bestShare] = [candidate, share];
    }
    pairs[number] = best;
  }
  return pairs;
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stem = name.slice(0, name.indexOf(".", 1) === -1 ? undefined : name.indexOf(".", 1)).toLowerCase();
  const isIndex = stem === "index" || stem === "mod" || stem === "__init__" || stem === "main";
  return isIndex ? (path.split("/").at(-2) ?? stem).toLowerCase() : stem;
}

function testedStem(path: string): string {
  return stemOf(path).replace(/^test[_-]?|[_-]?(?:tests?|spec|it|unittest)$/g, "");
}

/** Folder names that the two paths have in common: the source beside its test, or in a mirrored folder. */
function sharedFolders(test: string, source: string): number {
  const folders = new Set(source.split("/").slice(0, -1));
  return test
    .split("/")
    .slice(0, -1)
    .filter((folder) => folders.has(folder)).length;
}
