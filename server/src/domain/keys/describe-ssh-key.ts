import type { SshKey } from "@cairn/contract/keys";

import type { SshKeyRow } from "./keys.store.ts";

/** A key as lists show it: how to recognise it, not the key itself. */
export function describeSshKey({ keyId, name, publicKey, fingerprint, createdAt }: SshKeyRow): SshKey {
  const type = publicKey.slice(0, publicKey.indexOf(" "));
  return { keyId, name, type, fingerprint, createdAt: createdAt.toISOString() };
}
