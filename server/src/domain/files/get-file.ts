import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { ReadableStream as LazyStream } from "node:stream/web";

import type { FileAnswer, InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getFile as endpoint } from "@cairn/contract/files";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { uploadPath } from "#server/platform/uploads/upload-folder.ts";

import { findFileRow } from "./files.store.ts";
import { shownName } from "./shown-name.ts";

/**
 * A stored file of the organization. Its path is made from its row: the requested name is only compared, never used.
 */
export async function getFile(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<FileAnswer> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.read");
  const row = await findFileRow(ctx.db, { organizationId, filename: input.filename });
  if (!row) throw notFound("File");
  const location = uploadPath(ctx.settings.server.dataDir, { organizationId, filename: row.filename });
  const found = await stat(location).catch((cause: unknown) => {
    throw (cause as NodeJS.ErrnoException).code === "ENOENT" ? notFound("File") : cause;
  });
  const bytes = LazyStream.from(readLazily(location)) as ReadableStream<Uint8Array>;
  return { bytes, size: found.size, contentType: row.contentType, filename: shownName(row) };
}

/** Opens the file when somebody reads: a HEAD request never does, and nobody would close it. */
async function* readLazily(location: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(location) as AsyncIterable<Uint8Array>;
}
