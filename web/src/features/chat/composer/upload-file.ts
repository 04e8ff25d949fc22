import { AppError } from "@cairn/contract/errors";
import { uploadFiles } from "@cairn/contract/files";
import type { UploadedFile } from "@cairn/contract/files";

import { currentAccessToken } from "#web/lib/auth/session.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { callPath, parseErrorResponse } from "#web/lib/http/send.ts";

export interface UploadOptions {
  /** Called with how much was sent, from 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/** Stores one file on the server. It uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export async function uploadFile(
  organizationId: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<UploadedFile> {
  const token = await currentAccessToken();
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  request.open("POST", runtimeConfig().apiHost + callPath(uploadFiles, { params: { organizationId } }));
  request.setRequestHeader("accept", "application/json");
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  request.withCredentials = true;
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener("load", () => {
    try {
      resolve(parseUploadResponse(request));
    } catch (error) {
      reject(error);
    }
  });
  request.addEventListener("error", () =>
    reject(new AppError("unavailable", { message: "The server cannot be reached. Check your connection." })),
  );
  request.addEventListener("abort", () => reject(signal.reason));
  signal.addEventListener("abort", () => request.abort(), { once: true });
  const form = new FormData();
  form.append("files", file, file.name);
  request.send(form);
  return promise;
}

function parseUploadResponse({ status, responseText }: XMLHttpRequest): UploadedFile {
  if (status < 200 || status >= 300) throw parseErrorResponse(status, responseText);
  const { files } = JSON.parse(responseText) as { files: UploadedFile[] };
  const [stored] = files;
  if (!stored) throw new AppError("internal", { message: "The server stored nothing" });
  return stored;
}
