export const secretKeyBytes = 32;

/** Explains to an operator what a key looks like and how to make one. */
export const secretKeyHint = "must be 32 random bytes as base64 or hex; make one with: openssl rand -base64 32";

/** The key's bytes, or null when `text` is not exactly 32 bytes as base64, base64url or hex. */
export function decodeSecretKey(text: string): Buffer | null {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, "hex");
  if (!/^[\w+/-]{43}=?$/.test(trimmed)) return null;
  const key = Buffer.from(trimmed, "base64");
  return key.length === secretKeyBytes ? key : null;
}
