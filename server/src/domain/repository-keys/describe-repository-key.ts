import type { RepositoryKey } from "@cairn/contract/repository-keys";

import type { RepositoryKeyRow } from "./repository-keys.store.ts";

/** A key as lists show it: how to recognise it, not the key itself. */
export function describeRepositoryKey(row: RepositoryKeyRow): RepositoryKey {
  return {
    keyId: row.keyId,
    name: row.name,
    kind: row.publicKey === null ? "token" : "ssh",
    fingerprint: row.fingerprint,
    lastFour: row.lastFour,
    isReadOnly: row.isReadOnly,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
