import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { importPagesFromBranch as endpoint } from "@cairn/contract/transfer";

import type { Ctx } from "#server/ctx.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { decodeText } from "#server/text/decode-text.ts";

import type { TextFile } from "./gather-pages.ts";
import { importFiles } from "./import-files.ts";
import { requireTarget, type TransferBranch } from "./require-target.ts";

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
  const { files, refused } = await readFiles(ctx, target);
  const report = await importFiles(ctx, { organizationId, projectId }, files);
  return { ...report, refused: [...refused, ...report.refused] };
}

async function readFiles(
  ctx: Ctx,
  { directory, branch, folder }: TransferBranch,
): Promise<{ files: TextFile[]; refused: ResultOf<typeof endpoint>["refused"] }> {
  const { signal } = ctx;
  const commit = await resolveCommit(directory, branch, { signal });
  if (commit === null) throw notFound("Branch");
  const prefix = folder === "" ? "" : `${folder}/`;
  const found = (await listTree(directory, commit, { signal })).filter(
    ({ path, mode }) => path.startsWith(prefix) && mode.startsWith("100") && /\.(?:md|ledger\.json)$/.test(path),
  );
  const isTooMuch = found.length > maxFiles || found.reduce((sum, { size }) => sum + size, 0) > maxBytes;
  if (isTooMuch) throw new AppError("too_large", { message: "This folder holds more than can be imported at once" });
  const nameOf = ({ path }: { path: string }) => path.slice(prefix.length);
  const tooLarge = found.filter(({ size }) => size > maxFileBytes);
  const entries = found.filter(({ size }) => size <= maxFileBytes);
  const files: TextFile[] = [];
  const missing: string[] = [];
  const oids = entries.map(({ oid }) => oid);
  for await (const { bytes, isMissing } of readBlobs(directory, oids, { maxBytes: maxFileBytes, signal })) {
    const entry = entries[files.length + missing.length];
    const path = entry ? nameOf(entry) : "";
    if (isMissing === true) missing.push(path);
    else files.push({ path, content: (bytes && decodeText(bytes)?.text) ?? "" });
  }
  const refused = [
    ...tooLarge.map((entry) => ({ path: nameOf(entry), reason: "It is larger than a page can be." })),
    ...missing.map((path) => ({ path, reason: "Its content is missing in the repository." })),
  ];
  return { files, refused };
}
