import { createHash, randomBytes } from "node:crypto";

const prefix = "cairn_mcp_";
const secretBytes = 32;

/** A new secret: a prefix that scanners recognise and 43 characters of chance. */
export function createKeySecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64url");
}

/** What is stored of a secret. It is pure chance, so nobody can guess it from its hash. */
export function hashKeySecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Whether a text has the form of a secret at all; the rest is decided by its hash. */
export function isKeySecret(text: string): boolean {
  return /^cairn_mcp_[A-Za-z0-9_-]{43}$/.test(text);
}
