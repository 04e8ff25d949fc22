import type { UploadedFile } from "@cairn/contract/files";

import type { FileRow } from "./files.store.ts";

/** What people are told of a stored file. */
export function toFile(row: Omit<FileRow, "organizationId" | "createdBy" | "pageTexts" | "createdAt">): UploadedFile {
  const { filename, name, contentType, size, pageCount, textProblem } = row;
  return { filename, name, contentType, size, pageCount, textProblem };
}
