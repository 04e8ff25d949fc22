import { sshKeySchema, type SshKey } from "@cairn/contract/keys";

import { toEntity } from "#server/to-entity.ts";

import type { SshKeyRow } from "./keys.store.ts";

/** A key as lists show it: how to recognise it, not the key itself. */
export function describeSshKey(row: SshKeyRow): SshKey {
  return toEntity(sshKeySchema, { ...row, type: row.publicKey.slice(0, row.publicKey.indexOf(" ")) });
}
