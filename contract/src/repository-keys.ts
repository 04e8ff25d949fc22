import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { keyNameSchema, publicKeySchema } from "./keys.ts";
import { listOf, listQuery } from "./lists.ts";
import { inRepository, repositoriesBase } from "./repositories.ts";

/**
 * A key of one hosted repository and of no person: for machines. `ssh` is a pasted public key, `token` a secret
 * of ours that is used as password over HTTP.
 */
export const repositoryKeySchema = z.object({
  keyId: z.uuid(),
  /** Unique in its repository; names it in addresses. */
  name: z.string(),
  kind: z.enum(["ssh", "token"]),
  /** SHA256:… of an `ssh` key; null for a token. */
  fingerprint: z.string().nullable(),
  /** Of a token's secret; null for an `ssh` key. */
  lastFour: z.string().nullable(),
  /** It may fetch and not push. */
  isReadOnly: z.boolean(),
  createdAt: z.iso.datetime(),
  /** To the minute; null when it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type RepositoryKey = z.infer<typeof repositoryKeySchema>;

const base = `${repositoriesBase}/:repositoryId/keys`;

export const listRepositoryKeys = endpoint("GET", base, {
  summary: "Keys of a hosted repository, newest first",
  params: inRepository,
  query: listQuery,
  response: listOf(repositoryKeySchema),
});

export const createRepositoryKey = endpoint("POST", base, {
  summary: "Add a key to a hosted repository: a public SSH key, or without one a token that is shown this once",
  params: inRepository,
  body: z.object({ name: keyNameSchema, key: publicKeySchema.optional(), isReadOnly: z.boolean().default(true) }),
  /** `key` is the secret of a new token; null for an SSH key. */
  response: repositoryKeySchema.extend({ key: z.string().nullable() }),
  limit: sixtyAnHour,
});

export const deleteRepositoryKey = endpoint("DELETE", `${base}/:name`, {
  summary: "Delete a repository key; it stops working at once",
  params: inRepository.extend({ name: z.string().min(1).max(64) }),
  response: noContent,
});
