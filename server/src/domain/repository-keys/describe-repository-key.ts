import { repositoryKeySchema, type RepositoryKey } from "@cairn/contract/repository-keys";

import { toEntity } from "#server/to-entity.ts";

import type { RepositoryKeyRow } from "./repository-keys.store.ts";

/** A key as lists show it: how to recognise it, not the key itself. */
export function describeRepositoryKey(row: RepositoryKeyRow): RepositoryKey {
  return toEntity(repositoryKeySchema, { ...row, kind: row.publicKey === null ? "token" : "ssh" });
}
