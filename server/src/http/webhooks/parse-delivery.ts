import { AppError } from "@cairn/contract/errors";

import { readBody } from "#server/http/request/read-json.ts";

/** GitHub sends nothing larger. */
const maxBytes = 25 * 1024 * 1024;
/** Far more than a push of a few commits. */
const usualBytes = 1024 * 1024;
const maxLargeAtOnce = 4;

/**
 * Reads bodies of webhooks. Who sent one is known only once it is there in full, so strangers can send them too: of
 * large ones only a few are held at the same time, and a body that does not say that it is large must not be.
 */
export function createDeliveryReader(): (request: Request) => Promise<Uint8Array> {
  let largeCount = 0;
  return async (request) => {
    const length = Number(request.headers.get("content-length") ?? 0);
    if (length <= usualBytes) return await readBody(request, usualBytes);
    if (largeCount >= maxLargeAtOnce) {
      throw new AppError("unavailable", { message: "Too many large messages at once. Send it again later." });
    }
    largeCount += 1;
    try {
      return await readBody(request, maxBytes);
    } finally {
      largeCount -= 1;
    }
  };
}
