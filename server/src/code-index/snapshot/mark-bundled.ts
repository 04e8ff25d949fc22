import { findBundledFolders } from "#server/code-index/analysis/structure/bundled-folders.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";

/** What a path alone says of others' code is of the catalogue; what lies beside it says the rest. */
export function markBundled(files: readonly StoredFile[]): StoredFile[] {
  const folders = findBundledFolders(files.map(({ path }) => path));
  return files.map((file) => {
    const isBundled = folders.some((folder) => file.path.startsWith(folder));
    if (isBundled && bundledKinds.has(file.kind)) return { ...file, kind: "vendored" };
    // One that an earlier commit had among others' code.
    return file.kind === "vendored" && !isBundled ? { ...file, kind: classifyPath(file.path).kind } : file;
  });
}

const bundledKinds = new Set<IndexedFile["kind"]>(["source", "test", "docs", "config", "data", "generated"]);
