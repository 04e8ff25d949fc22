import { isPrivateKey } from "@cairn/contract/keys";

/**
 * Filters the input of a public key field: a private key is replaced by an empty text, so that it is neither shown nor
 * sent.
 */
export function rejectPrivateKey(text: string): { text: string; isRefused: boolean } {
  return isPrivateKey(text) ? { text: "", isRefused: true } : { text, isRefused: false };
}
