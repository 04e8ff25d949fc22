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

/** The effect of a key in the tree; null when the tree does not handle it. */
export type TreeMove = { focus: number } | { open: string } | { close: string } | null;

/** Handles the keys of a tree according to the ARIA authoring practices; `index` is the focused row. */
export function moveInTree(rows: readonly TreeRow[], index: number, key: string): TreeMove {
  const row = rows[index];
  if (!row) return null;
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
      return { focus: Math.min(index + 1, last) };
    case "ArrowUp":
      return { focus: Math.max(index - 1, 0) };
    case "Home":
      return { focus: 0 };
    case "End":
      return { focus: last };
    case "ArrowRight":
      if (row.isOpen === null) return { focus: index };
      return row.isOpen ? { focus: Math.min(index + 1, last) } : { open: row.path };
    case "ArrowLeft":
      return row.isOpen ? { close: row.path } : { focus: parentIndex(rows, index) };
    default:
      return null;
  }
}

/** The next row whose name starts with the typed text, searching from the focused row and wrapping around. */
export function findByTyping(rows: readonly TreeRow[], index: number, typed: string): number | null {
  const word = typed.toLowerCase();
  // A single letter searches after the focused row; more letters may still match the focused row.
  const first = typed.length === 1 ? index + 1 : index;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (first + step) % rows.length;
    if (rows[at]?.item?.name.toLowerCase().startsWith(word)) return at;
  }
  return null;
}

function parentIndex(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at -= 1) {
    if ((rows[at]?.level ?? 1) < level) return at;
  }
  return index;
}

/** The ancestor folders of a path, outermost first. */
export function listAncestorFolders(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}
