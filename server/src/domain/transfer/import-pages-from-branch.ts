import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { importPagesFromBranch as endpoint } from "@cairn/contract/transfer";

import type { Ctx } from "../../ctx.ts";
import { listTree } from "../../platform/git/list-tree.ts";
import { readBlobs } from "../../platform/git/read-blobs.ts";
import { resolveCommit } from "../../platform/git/resolve-commit.ts";
import type { TextFile } from "./gather-pages.ts";
import { importFiles } from "./import-files.ts";
import { requireTarget, type Target } from "./require-target.ts";

const maxFiles = 4000;
/** A page of two hundred long sections. */
const maxFileBytes = 50 * 1024 * 1024;
const maxBytes = 200 * 1024 * 1024;

/** Brings pages back from a folder of a branch, of any repository of the project. */
export async function importPagesFromBranch(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const target = await requireTarget(ctx, input, "artifact.write");
  const { organizationId, projectId } = target.project;
  return await importFiles(ctx, { organizationId, projectId }, await readFiles(ctx, target));
}

async function readFiles(ctx: Ctx, { directory, branch, folder }: Target): Promise<TextFile[]> {
  const { signal } = ctx;
  const commit = await resolveCommit(directory, branch, { signal });
  if (commit === null) throw notFound("Branch");
  const prefix = folder === "" ? "" : `${folder}/`;
  const entries = (await listTree(directory, commit, { signal })).filter(
    ({ path, mode }) => path.startsWith(prefix) && mode.startsWith("100") && /\.(?:md|ledger\.json)$/.test(path),
  );
  const isTooMuch = entries.length > maxFiles || entries.reduce((sum, { size }) => sum + size, 0) > maxBytes;
  if (isTooMuch) throw new AppError("too_large", { message: "This folder holds more than can be imported at once" });
  const files: TextFile[] = [];
  const oids = entries.map(({ oid }) => oid);
  for await (const { bytes } of readBlobs(directory, oids, { maxBytes: maxFileBytes, signal })) {
    const path = entries[files.length]?.path.slice(prefix.length) ?? "";
    files.push({ path, content: bytes?.toString("utf8") ?? "" });
  }
  return files;
}
