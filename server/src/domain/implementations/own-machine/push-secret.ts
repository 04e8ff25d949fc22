import { randomBytes } from "node:crypto";

const prefix = "cairn_pk_";
const secretBytes = 32;

/** A new secret: a prefix that scanners recognise and 43 characters of chance. */
export function createPushSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64url");
}

/** Whether a text has the form of a secret at all; the rest is decided by its hash. */
export function isPushSecret(text: string): boolean {
  return /^cairn_pk_[A-Za-z0-9_-]{43}$/.test(text);
}
