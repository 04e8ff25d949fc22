import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";

import { currentAccessToken } from "#web/lib/auth/session.ts";
import { send, sendForFile, type SendOptions } from "#web/lib/http/send.ts";

/** Calls the API as the signed-in user. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: Omit<SendOptions, "accessToken"> = {},
): Promise<OutputOf<E>> {
  return send(endpoint, input, { ...options, accessToken: await currentAccessToken() });
}

/** Fetches a file's bytes as the signed-in user. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<Blob> {
  return sendForFile(endpoint, input, { accessToken: await currentAccessToken(), signal: options.signal });
}
