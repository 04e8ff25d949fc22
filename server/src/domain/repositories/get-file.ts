import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { maxShownFileBytes, type getFile as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "../../ctx.ts";
import { readBlob } from "../../platform/git/read-blob.ts";
import { isBinary } from "./is-binary.ts";
import { requireCommit, requireRepository } from "./require-repository.ts";

/** One file at a branch or commit. Binary and over-large content is described, not sent; a link is its target. */
export async function getFile(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const commit = await requireCommit(ctx, row, input.branchName);
  const path = input.path.replace(/^\/+/, "");
  const blob = await readBlob(ctx.mirrors.directory(row.repositoryId), {
    commit,
    path,
    maxBytes: maxShownFileBytes,
    signal: ctx.signal,
  });
  if (!blob || blob.type === "submodule") throw notFound("File");
  const language = ctx.indexes.open(row.repositoryId)?.facts(path)?.language ?? null;
  const isText = blob.bytes !== null && !isBinary(blob.bytes);
  return {
    path,
    content: isText ? (blob.bytes?.toString("utf8") ?? "") : "",
    encoding: isText ? "utf-8" : "none",
    size: blob.size,
    language,
    oid: blob.oid,
    commit,
  };
}
