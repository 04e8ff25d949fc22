import { AppError } from "@cairn/contract/errors";

const verifierLength = 128;
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
/** Bytes from this value on are discarded, so that every character is equally likely. */
const unbiasedBytes = 256 - (256 % unreserved.length);

/** Sign-in needs the browser's cryptography, which exists only over HTTPS and on localhost. */
export function requireSecureCrypto(): void {
  if (globalThis.crypto?.subtle) return;
  throw new AppError("unavailable", {
    message:
      "This browser offers no secure cryptography for this address. Open the app over HTTPS, or on localhost, to sign in.",
  });
}

/** Random text made of the characters that RFC 7636 allows in a code verifier. */
export function createVerifier(length = verifierLength): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < unbiasedBytes && text.length < length) text += unreserved[byte % unreserved.length];
    }
  }
  return text;
}

/** The S256 challenge of a verifier. */
export async function createChallenge(codeVerifier: string): Promise<string> {
  return toBase64Url(await sha256(codeVerifier));
}

/** SHA-256 in hex; the server stores the token of an invite link as this hash. */
export async function sha256Hex(text: string): Promise<string> {
  return [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function sha256(text: string): Promise<Uint8Array> {
  requireSecureCrypto();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
