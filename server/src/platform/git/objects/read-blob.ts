import { findEntry } from "./list-tree.ts";
import { readObject } from "./object-reader.ts";

export interface BlobAtPath {
  /** A symbolic link's content is its target as text; it is never followed. */
  type: "file" | "symlink" | "submodule";
  /** For a submodule the commit it points at, which is not in this repository. */
  oid: string;
  /** Bytes as stored; 0 for a submodule. */
  size: number;
  /** Null for a submodule and for content over `maxBytes`. */
  bytes: Buffer | null;
}

/** The file at a path of a commit; null when there is none or the path is a folder. */
export async function readBlob(
  directory: string,
  { commit, path, maxBytes, signal }: { commit: string; path: string; maxBytes: number; signal?: AbortSignal },
): Promise<BlobAtPath | null> {
  const entry = await findEntry(directory, { commit, path, signal });
  if (entry === null || entry.type === "folder") return null;
  const { type, oid, size } = entry;
  if (type === "submodule" || size > maxBytes) return { type, oid, size, bytes: null };
  const object = await readObject(directory, oid, { maxBytes, signal });
  return { type, oid, size, bytes: object?.bytes ?? null };
}
