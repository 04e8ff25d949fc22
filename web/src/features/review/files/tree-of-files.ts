import type { ReviewedFile } from "@cairn/contract/implementations";

import type { MovableRow } from "#web/ui/list/tree-keys.ts";

import type { FileGroup } from "./group-files.ts";

/** A row of the tree of changed files: a service, a folder of it, or a file. */
export interface ReviewTreeRow extends MovableRow {
  kind: "service" | "folder" | "file";
  name: string;
  /** Those in it; of a file itself alone. */
  files: readonly ReviewedFile[];
  /** Among its siblings, from 1, and their number. */
  position: number;
  setSize: number;
}

interface Folder {
  folders: Map<string, Folder>;
  /** Names of folders, and files, in the order in which the changes stand below. */
  order: (string | ReviewedFile)[];
}

/**
 * The rows that are not folded away, top to bottom. Where several services are touched, each has its files below it, by
 * their paths in its own folder. A folder that holds nothing but a folder shares its row.
 */
export function listReviewTree(groups: readonly FileGroup[], folded: ReadonlySet<string>): ReviewTreeRow[] {
  const rows: ReviewTreeRow[] = [];
  const isGrouped = groups.length > 1;
  for (const [at, { service, folder, files }] of groups.entries()) {
    const prefix = isGrouped && folder !== "" ? `${folder}/` : "";
    const root = buildFolder(files, prefix);
    // No path begins so; and two services may have one folder.
    const key = `${at}:`;
    if (!isGrouped) addRows(rows, { folder: root, folded, level: 1, key });
    else {
      const isOpen = !folded.has(key);
      const place = { level: 1, position: at + 1, setSize: groups.length };
      rows.push({ ...place, kind: "service", path: key, name: service ?? "Other files", files, isOpen });
      if (isOpen) addRows(rows, { folder: root, folded, level: 2, key });
    }
  }
  return rows;
}

const emptyFolder = (): Folder => ({ folders: new Map(), order: [] });

function buildFolder(files: readonly ReviewedFile[], prefix: string): Folder {
  const root = emptyFolder();
  for (const file of files) {
    const parts = file.path.slice(prefix.length).split("/");
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      const known = folder.folders.get(part);
      const next = known ?? emptyFolder();
      if (known === undefined) {
        folder.folders.set(part, next);
        folder.order.push(part);
      }
      folder = next;
    }
    folder.order.push(file);
  }
  return root;
}

interface Level {
  folder: Folder;
  folded: ReadonlySet<string>;
  level: number;
  /** Of the folder itself. */
  key: string;
}

function addRows(rows: ReviewTreeRow[], { folder, folded, level, key }: Level): void {
  const setSize = folder.order.length;
  for (const [at, entry] of folder.order.entries()) {
    const place = { level, position: at + 1, setSize };
    if (typeof entry !== "string") {
      const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
      rows.push({ ...place, kind: "file", path: `${key}/${name}`, name, files: [entry], isOpen: null });
      continue;
    }
    const { name, inner } = joinFolders(entry, folder.folders.get(entry) ?? emptyFolder());
    const path = `${key}/${name}/`;
    const isOpen = !folded.has(path);
    rows.push({ ...place, kind: "folder", path, name, files: listFiles(inner), isOpen });
    if (isOpen) addRows(rows, { folder: inner, folded, level: level + 1, key: path });
  }
}

/** "src/lib" for a folder that holds nothing but one folder. */
function joinFolders(name: string, folder: Folder): { name: string; inner: Folder } {
  const [only] = folder.folders;
  if (only === undefined || folder.order.length > 1) return { name, inner: folder };
  return joinFolders(`${name}/${only[0]}`, only[1]);
}

function listFiles({ folders, order }: Folder): ReviewedFile[] {
  return order.flatMap((entry) =>
    typeof entry === "string" ? listFiles(folders.get(entry) ?? emptyFolder()) : [entry],
  );
}
