import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";

import { currentAccessToken } from "#web/lib/auth/session.ts";
import { send, sendForFile } from "#web/lib/http/send.ts";

/** Calls the API as the signed-in user. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<OutputOf<E>> {
  return send(endpoint, input, { accessToken: await currentAccessToken(), signal: options.signal });
}

/** Fetches a file's bytes as the signed-in user. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<Blob> {
  return sendForFile(endpoint, input, { accessToken: await currentAccessToken(), signal: options.signal });
}
