import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { uploadFiles as endpoint } from "@cairn/contract/files";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization, requireUserId } from "#server/domain/members/require-organization.ts";
import type { IncomingFile, IncomingFiles } from "#server/edge.ts";
import { storeUpload, type StoredUpload } from "#server/platform/uploads/store-upload.ts";
import { makeUploadFolder } from "#server/platform/uploads/upload-folder.ts";

import { insertFiles, lockUploads } from "./files.store.ts";
import { removeUnlisted } from "./remove-unlisted.ts";
import { requireUploadQuota } from "./require-upload-quota.ts";
import { toFile } from "./to-file.ts";

type Stored = StoredUpload & { name: string };

/** Stores the files of a request, all of them or none: first the bytes, then the rows that make them known. */
export async function uploadFiles(
  ctx: Ctx,
  input: InputOf<typeof endpoint> & { files: IncomingFiles },
): Promise<OutputOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "chat.use");
  const createdBy = requireUserId(ctx);
  await requireUploadQuota(ctx, ctx.db, { organizationId, bytes: 0 });
  const folder = await makeUploadFolder(ctx.settings.server.dataDir, organizationId);
  const stored: Stored[] = [];
  try {
    for await (const file of input.files) stored.push(await store(ctx, folder, file));
    if (stored.length === 0) throw new AppError("invalid_input", { message: "Choose a file to upload" });
    const rows = stored.map((one) => ({ ...toRow(one), organizationId, createdBy, createdAt: ctx.now() }));
    // They may have left, or the organization may be gone, while the files arrived.
    await requireOrganization(ctx, input, "chat.use");
    await ctx.db.transaction(async (tx) => {
      // Of two at once, the second sees what the first one took.
      await lockUploads(tx, organizationId);
      await requireUploadQuota(ctx, tx, { organizationId, bytes: rows.reduce((sum, { size }) => sum + size, 0) });
      await insertFiles(tx, rows);
    });
    return { filenames: rows.map(({ filename }) => filename), files: rows.map(toFile) };
  } catch (error) {
    await forget(ctx, { organizationId, filenames: stored.map(({ filename }) => filename) });
    // What went in the very moment of writing, the database says in its own words.
    if (!(error instanceof AppError)) await requireOrganization(ctx, input, "chat.use");
    throw error;
  }
}

/** What is refused is called by the name the person knows. */
async function store(ctx: Ctx, folder: string, { name, bytes }: IncomingFile): Promise<Stored> {
  try {
    return { name, ...(await storeUpload(folder, bytes, ctx.signal)) };
  } catch (error) {
    const isAboutFile =
      error instanceof AppError && (error.code === "unprocessable" || error.code === "unsupported_media");
    if (!isAboutFile) throw error;
    throw new AppError(error.code, { message: `“${name}” cannot be used. ${error.message}`, cause: error });
  }
}

function toRow({ pdf, ...file }: Stored) {
  const { pageCount = null, textProblem = null } = pdf ?? {};
  return { ...file, pageCount, textProblem, pageTexts: pdf?.pages ?? null };
}

/** A database that is away cannot say whether the rows were written; then `sweepUploads` looks after the files. */
async function forget(ctx: Ctx, stored: { organizationId: string; filenames: readonly string[] }): Promise<void> {
  try {
    await removeUnlisted(ctx, stored);
  } catch (error) {
    ctx.log.warn({ error }, "files of a failed upload stay until they are swept");
  }
}
