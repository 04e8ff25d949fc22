import { AppError } from "@cairn/contract/errors";
import { isPrivateKey } from "@cairn/contract/keys";
import { validation } from "@cairn/contract/texts";

import { parsePublicKey, type PublicKey } from "#server/platform/ssh/parse-public-key.ts";

const minRsaBits = 2048;

/**
 * A public key that somebody pasted; throws `invalid_input` for one that is unsound or weak. A private key was refused by
 * the form already; whoever calls without the form is told the same.
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
