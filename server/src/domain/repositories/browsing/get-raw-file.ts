import { Readable } from "node:stream";

import type { getRawFile as endpoint } from "@cairn/contract/code-browsing";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { openBlobStream } from "#server/platform/git/objects/open-blob-stream.ts";

/** A file's bytes at a branch or commit, of any size; a link's are its target. */
export async function getRawFile(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory, commit } = await requireCode(ctx, row, input.branchName);
  const path = input.path.replace(/^\/+/, "");
  const blob = await openBlobStream(directory, { commit, path, signal: ctx.signal });
  if (!blob) throw notFound("File");
  const bytes = Readable.toWeb(blob.bytes) as ReadableStream<Uint8Array>;
  return { bytes, size: blob.size, contentType: blob.contentType, filename: path.slice(path.lastIndexOf("/") + 1) };
}
