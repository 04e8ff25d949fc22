import type { UploadedFile } from "@cairn/contract/files";

import type { FileRow } from "./files.store.ts";
import { shownName } from "./shown-name.ts";

/** A stored file as clients get it. */
export function toFile(row: Omit<FileRow, "organizationId" | "createdBy" | "pageTexts" | "createdAt">): UploadedFile {
  const { filename, contentType, size, pageCount, textProblem } = row;
  return { filename, name: shownName(row), contentType, size, pageCount, textProblem };
}
