import { AppError } from "@cairn/contract/errors";

import { currentAccessToken } from "#web/lib/auth/session.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { parseErrorResponse } from "#web/lib/http/send.ts";

export interface SendFileOptions {
  /** Called with how much was sent, from 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file to a call that takes files, and returns the text of its answer. It uses XMLHttpRequest, because `fetch` does not
 * report the progress of an upload.
 */
export async function sendFile(path: string, file: File, { onProgress, signal }: SendFileOptions): Promise<string> {
  const token = await currentAccessToken();
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  request.open("POST", runtimeConfig().apiHost + path);
  request.setRequestHeader("accept", "application/json");
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  request.withCredentials = true;
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener("load", () => {
    const { status, responseText } = request;
    if (status >= 200 && status < 300) resolve(responseText);
    else reject(parseErrorResponse(status, responseText));
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
