import { createHash, timingSafeEqual } from "node:crypto";

import { verify } from "@octokit/webhooks-methods";

/** Whether `signature`, as "sha256=…", was made of these very bytes with this secret. */
export async function isSignedWith(secret: string, body: Uint8Array, signature: string | null): Promise<boolean> {
  if (!signature || body.length === 0) return false;
  // Bytes that are no UTF-8 turn into other text here, and so fail.
  return await verify(secret, Buffer.from(body).toString("utf8"), signature);
}

/**
 * Whether a code host made this message with the secret, in any of their ways: an HMAC of the body (GitHub, Bitbucket,
 * Gitea, Forgejo) or the secret itself (GitLab).
 */
export async function isMadeWith(secret: string, body: Uint8Array, headers: Headers): Promise<boolean> {
  const token = headers.get("x-gitlab-token");
  if (token !== null) return isSame(token, secret);
  const bare = headers.get("x-gitea-signature") ?? headers.get("x-forgejo-signature");
  const signature = headers.get("x-hub-signature-256") ?? headers.get("x-hub-signature") ?? (bare && `sha256=${bare}`);
  return await isSignedWith(secret, body, signature);
}

/** Constant time, wherever they differ and however long they are. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
