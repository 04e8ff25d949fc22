import { useQueries } from "@tanstack/react-query";
import { useState } from "react";

import { folderQuery } from "#web/features/code-browsing/code-browsing.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";

import { listAncestorFolders, listTreeRows } from "./tree-rows.ts";
import type { FolderState, TreeRow } from "./tree-rows.ts";

interface FileTreeState {
  rows: readonly TreeRow[];
  setOpen: (folder: string, isOpen: boolean) => void;
  retry: (folder: string) => void;
}

/**
 * The rows of a repository's tree. A folder is loaded when it is first opened. The ancestors of the shown path are
 * opened when the path changes; after that they stay as the user leaves them.
 */
export function useFileTree(repository: RepositoryKey, branchName: string, path: string): FileTreeState {
  const [openFolders, setOpenFolders] = useState<ReadonlySet<string>>(() => new Set(listAncestorFolders(path)));
  const [revealedPath, setRevealedPath] = useState(path);
  if (revealedPath !== path) {
    setRevealedPath(path);
    setOpenFolders(new Set([...openFolders, ...listAncestorFolders(path)]));
  }
  const folders = ["", ...openFolders];
  const results = useQueries({
    queries: folders.map((folder) => folderQuery(repository, { branchName, path: folder })),
  });
  const states = new Map<string, FolderState>(
    results.map((result, index) => [
      folders[index] ?? "",
      result.data ? { items: result.data.children ?? [] } : result.isError ? "failed" : "loading",
    ]),
  );
  return {
    rows: listTreeRows((folder) => states.get(folder) ?? "loading", openFolders),
    setOpen: (folder, isOpen) => {
      const next = new Set(openFolders);
      if (isOpen) next.add(folder);
      else next.delete(folder);
      setOpenFolders(next);
    },
    retry: (folder) => void results[folders.indexOf(folder)]?.refetch(),
  };
}
