import { createHash } from "node:crypto";

import ssh2, { type PublicKeyAuthContext } from "ssh2";

const keyTypes = new Set([
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "ssh-rsa",
]);
/** Signatures of RSA keys; the oldest kind, which names no hash, is SHA-1 and forgeable. */
const rsaHashes = new Set(["sha256", "sha512"]);

/** The key that a client says it has; null for a kind that is not taken. */
export function readOfferedKey({ key, signature, hashAlgo }: PublicKeyAuthContext): { fingerprint: string } | null {
  if (!keyTypes.has(key.algo)) return null;
  if (key.algo === "ssh-rsa" && signature !== undefined && !rsaHashes.has(hashAlgo ?? "")) return null;
  const digest = createHash("sha256").update(key.data).digest("base64").replace(/=+$/, "");
  return { fingerprint: `SHA256:${digest}` };
}

/** Whether the client signed this very sign-in with the private half of the key in `line`. */
export function isProved({ key, signature, blob, hashAlgo }: PublicKeyAuthContext, line: string): boolean {
  if (signature === undefined || blob === undefined) return false;
  const known = ssh2.utils.parseKey(line);
  if (known instanceof Error || known.type !== key.algo || !known.getPublicSSH().equals(key.data)) return false;
  return known.verify(blob, signature, hashAlgo) === true;
}
