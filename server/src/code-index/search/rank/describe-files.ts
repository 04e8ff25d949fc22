import type { IndexedFile } from "#server/code-index/ports/code-index.ts";

import { materialOf } from "./file-kinds.ts";
import type { FileMaterial } from "./file-kinds.ts";

/** What ranking knows of files before any query, by their numbers. */
export interface FileDescriptions {
  materials: readonly FileMaterial[];
  /** More lines, more that may be meant: from 0 to about 1, by logarithm. */
  sizes: Float32Array;
  /** A number for the folder of each file, from 0; files of the same folder have the same. */
  folders: Int32Array;
}

/** A file of 2 to the power of this many lines has the size 1; few have more. */
const largeFileLog = 12;

export function describeFiles(files: readonly IndexedFile[]): FileDescriptions {
  const numbers = new Map<string, number>();
  const folders = Int32Array.from(files, ({ path }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const number = numbers.get(folder) ?? numbers.size;
    numbers.set(folder, number);
    return number;
  });
  return {
    materials: files.map(({ path, kind }) => materialOf(path, kind)),
    sizes: Float32Array.from(files, ({ lines }) => Math.log2(1 + lines) / largeFileLog),
    folders,
  };
}
