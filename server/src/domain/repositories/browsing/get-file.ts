import { maxShownFileBytes, type getFile as endpoint } from "@cairn/contract/code-browsing";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { decodeText } from "#server/text/decode-text.ts";

/**
 * One file at a branch or commit. Binary and over-large content is described, not sent; a link is its target; of a
 * submodule only the commit is known, as `oid`.
 */
export async function getFile(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory, commit } = await requireCode(ctx, row, input.branchName);
  const path = input.path.replace(/^\/+/, "");
  const blob = await readBlob(directory, { commit, path, maxBytes: maxShownFileBytes, signal: ctx.signal });
  if (!blob) throw notFound("File");
  const { type: kind, size, oid, bytes } = blob;
  const decoded = bytes === null ? null : decodeText(bytes);
  const language = ctx.indexes.open(row.repositoryId)?.facts(path)?.language ?? null;
  return {
    path,
    content: decoded?.text ?? "",
    encoding: decoded?.encoding ?? "none",
    kind,
    size,
    lfsSize: kind === "file" && decoded ? lfsSize(decoded.text) : null,
    language,
    oid,
    commit,
  };
}

const longestPointer = 1024;
const pointerPattern =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ .*\n)*oid sha256:[0-9a-f]{64}\nsize (\d{1,15})\n/;

/** Size in bytes of the content behind a Git LFS pointer; null for any other text. */
function lfsSize(text: string): number | null {
  const [, size] = (text.length <= longestPointer && pointerPattern.exec(text)) || [];
  return size === undefined ? null : Number(size);
}
