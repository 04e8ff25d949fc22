import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A new token, worth nothing outside of the sandbox of one run. */
export function createRunToken(): string {
  return `cairn-run-${randomBytes(32).toString("base64url")}`;
}

/** Whether a request shows the token, where any dialect's library puts a key. */
export function isToken(headers: IncomingHttpHeaders, token: string): boolean {
  const { authorization, "x-api-key": key, "x-goog-api-key": googleKey } = headers;
  const shown = [authorization?.replace(/^Bearer /i, ""), key, googleKey];
  return shown.some((one) => typeof one === "string" && timingSafeEqual(hash(one), hash(token)));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
