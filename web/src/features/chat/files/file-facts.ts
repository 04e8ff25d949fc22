import { fileSize } from "./file-size.ts";

/** "3 pages · 120 KB". */
export function fileFacts({ size, pageCount }: { size: number; pageCount: number | null }): string {
  if (pageCount === null) return fileSize(size);
  return `${pageCount === 1 ? "1 page" : `${pageCount} pages`} · ${fileSize(size)}`;
}
