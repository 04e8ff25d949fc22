import { AppError } from "@cairn/contract/errors";
import { isPrivateKey } from "@cairn/contract/keys";
import { validation } from "@cairn/contract/texts";

import { parsePublicKey, type PublicKey } from "#server/platform/ssh/parse-public-key.ts";

const minRsaBits = 2048;

/**
 * Parses a pasted public key; throws `invalid_input` for one that is malformed or weak. A private key is refused by
 * the form already; direct calls get the same message here.
 */
export function loadPublicKey(text: string): PublicKey {
  if (isPrivateKey(text)) throw new AppError("invalid_input", { message: validation.sshKeyIsPrivate });
  const key = parsePublicKey(text);
  if (!key) throw new AppError("invalid_input", { message: validation.sshKeyInvalid });
  if (key.algorithm === "rsa" && key.bits < minRsaBits) {
    const message = `This RSA key has ${key.bits} bits, which is too weak. Use one of at least ${minRsaBits} bits, or Ed25519.`;
    throw new AppError("invalid_input", { message });
  }
  return key;
}
