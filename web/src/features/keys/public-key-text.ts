import { isPrivateKey } from "@cairn/contract/keys";

/**
 * What a field for a public key takes over from what was typed or pasted: nothing of a private key, so that it neither
 * stays on the screen nor can be sent.
 */
export function rejectPrivateKey(text: string): { text: string; isRefused: boolean } {
  return isPrivateKey(text) ? { text: "", isRefused: true } : { text, isRefused: false };
}
