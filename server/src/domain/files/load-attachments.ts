import { readFile } from "node:fs/promises";

import { notFound } from "@cairn/contract/errors";
import type { UploadedFile } from "@cairn/contract/files";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { uploadPath } from "#server/platform/uploads/upload-folder.ts";

import { listFileRows, type FileRow } from "./files.store.ts";
import { toFile } from "./to-file.ts";

/** A stored file with what an answer can use of it. */
export interface Attachment {
  file: UploadedFile;
  /** All of its pages; null for images and for a PDF whose text could not be read. */
  text: string | null;
  /** The text of a PDF by page, cut at a bound; empty for images. */
  pages: string[];
  readBytes(): Promise<Uint8Array>;
}

/** Files of the organization in the given order. Throws for all when one is missing or somebody else's. */
export async function loadAttachments(
  ctx: Ctx,
  input: { organizationId: string; filenames: readonly string[] },
): Promise<Attachment[]> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.read");
  const rows = await listFileRows(ctx.db, { organizationId, filenames: input.filenames });
  const byName = new Map(rows.map((row) => [row.filename, row]));
  return input.filenames.map((filename) => {
    const row = byName.get(filename);
    if (!row) throw notFound("File");
    return toAttachment(ctx, row);
  });
}

function toAttachment(ctx: Ctx, row: FileRow): Attachment {
  const pages = row.pageTexts ?? [];
  return {
    file: toFile(row),
    text: pages.length > 0 ? pages.join("\n\n") : null,
    pages,
    readBytes: () => readFile(uploadPath(ctx.settings.server.dataDir, row)),
  };
}
