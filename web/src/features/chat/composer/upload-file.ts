import { AppError } from "@cairn/contract/errors";
import { uploadFiles } from "@cairn/contract/files";
import type { UploadedFile } from "@cairn/contract/files";

import { sendFile, type SendFileOptions } from "#web/lib/api/send-file.ts";
import { callPath } from "#web/lib/http/send.ts";

/** Stores one file on the server. */
export async function uploadFile(organizationId: string, file: File, options: SendFileOptions): Promise<UploadedFile> {
  const answer = await sendFile(callPath(uploadFiles, { params: { organizationId } }), file, options);
  const { files } = JSON.parse(answer) as { files: UploadedFile[] };
  const [stored] = files;
  if (!stored) throw new AppError("internal", { message: "The server stored nothing" });
  return stored;
}
