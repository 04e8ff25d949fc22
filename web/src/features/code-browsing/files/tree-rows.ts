import type { FileTreeItem } from "@cairn/contract/code-browsing";

/** Loading state of a folder's entries. */
export type FolderState = { items: readonly FileTreeItem[] } | "loading" | "failed";

/** One row of the tree: an entry, or a note of an open folder without entries. */
export interface TreeRow {
  /** The path of the entry, or of the folder whose entries are missing. */
  path: string;
  /** From 1, as `aria-level` counts. */
  level: number;
  /** Null for a note. */
  item: FileTreeItem | null;
  /** Null where there is nothing to open. */
  isOpen: boolean | null;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  setSize: number;
  note: "loading" | "failed" | "empty" | null;
}

/** Lists the visible rows of a tree, top to bottom. `folderState("")` is called for the root. */
export function listTreeRows(folderState: (path: string) => FolderState, openFolders: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (folder: string, level: number) => {
    const state = folderState(folder);
    if (typeof state === "string" || state.items.length === 0) {
      const note = typeof state === "string" ? state : "empty";
      rows.push({ path: folder, level, item: null, isOpen: null, position: 1, setSize: 1, note });
      return;
    }
    for (const [index, item] of state.items.entries()) {
      const isOpen = item.isFolder ? openFolders.has(item.path) : null;
      rows.push({
        path: item.path,
        level,
        item,
        isOpen,
        position: index + 1,
        setSize: state.items.length,
        note: null,
      });
      if (isOpen) add(item.path, level + 1);
    }
  };
  add("", 1);
  return rows;
}

/** The ancestor folders of a path, outermost first. */
export function listAncestorFolders(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}
