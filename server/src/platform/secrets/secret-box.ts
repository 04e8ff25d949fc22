import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

import { AppError } from "@cairn/contract/errors";

/** Keeps texts unreadable at rest. */
export interface SecretBox {
  /** `context` names where the text will lie (table, row, organization); the same one must be given to open it. */
  seal(plaintext: string, context: string): string;
  /** Throws when `sealed` was changed, moved to another context, or sealed with another key. */
  open(sealed: string, context: string): string;
}

/** Begins every sealed text, so that a later format can be distinguished. */
const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with `context` as additional data. `key` has 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  const boxKey = deriveKey(key, "secret-box");
  return {
    seal(plaintext, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", boxKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, context) {
      try {
        const bytes = unpack(sealed);
        const nonce = bytes.subarray(0, nonceBytes);
        const decipher = createDecipheriv("aes-256-gcm", boxKey, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const body = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (cause) {
        const message = "A stored secret cannot be read. SECRET_KEY or the key file may have changed.";
        throw new AppError("internal", { message, cause });
      }
    },
  };
}

/** A 32-byte key for one purpose only; it reveals nothing about `key` or about the keys of other purposes. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `cairn ${purpose}`, 32));
}

function unpack(sealed: string): Buffer {
  const [head, body] = sealed.split(".");
  if (head !== version || body === undefined) throw new Error("unknown format of a sealed text");
  const bytes = Buffer.from(body, "base64url");
  if (bytes.length < nonceBytes + tagBytes) throw new Error("sealed text too short");
  return bytes;
}
