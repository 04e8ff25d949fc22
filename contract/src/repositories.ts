import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { indexingSchema } from "./indexing.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import {
  branchNameSchema,
  connectionSchema,
  credentialSchema,
  newConnectionSchema,
  remoteUrlSchema,
} from "./repository-connection.ts";
import { slugOrId } from "./slugs.ts";

export const repositorySchema = z.object({
  repositoryId: z.uuid(),
  slug: z.string(),
  /** Address to show; null for a local import and for one that this server hosts. */
  url: z.string().nullable(),
  /** Where git clones it from; null where a transport is not offered. */
  clone: z.object({ http: z.string().nullable(), ssh: z.string().nullable() }),
  owner: z.string().nullable(),
  repo: z.string(),
  mainBranch: z.string(),
  workingPath: z.string(),
  /** Nothing can be pushed there from here. */
  isReadOnly: z.boolean(),
  /** The main branch can be neither rewritten nor deleted; only for hosted ones. */
  isProtected: z.boolean(),
  /** A user name and password are kept for it. */
  hasCredential: z.boolean(),
  /** SHA256:… of the host keys that an `ssh` connection is pinned to; empty before the first contact. */
  hostKeyFingerprints: z.array(z.string()),
  /** When the remote was last polled; null for hosted ones, which need no polling. */
  checkedAt: z.iso.datetime().nullable(),
  /** How often it is polled, in seconds; 0 for never, null for hosted ones. */
  checkIntervalS: z.number().int().nullable(),
  type: z.literal("external"),
  connection: connectionSchema,
  indexing: indexingSchema,
});
export type Repository = z.infer<typeof repositorySchema>;

export const inRepository = projectParams.extend({ repositoryId: slugOrId });
export const repositoriesBase = "/v1/organizations/:organizationId/projects/:projectId/repositories";
/** Path of one repository. */
export const repositoryPath = `${repositoriesBase}/:repositoryId`;

export const listRepositories = endpoint("GET", repositoriesBase, {
  summary: "Repositories of a project",
  params: projectParams,
  query: listQuery,
  response: listOf(repositorySchema),
});

export const getRepository = endpoint("GET", repositoryPath, {
  summary: "One repository, by id or slug",
  params: inRepository,
  response: repositorySchema,
});

export const updateRepository = endpoint("PUT", repositoryPath, {
  summary: "Change a repository's main branch, protection, address or credential",
  params: inRepository,
  body: z.object({
    mainBranch: branchNameSchema.optional(),
    isProtected: z.boolean().optional(),
    /** For `url` and `ssh` connections, whose kind stays. */
    url: remoteUrlSchema.optional(),
    /** Null forgets the one that is kept. */
    credential: credentialSchema.nullable().optional(),
  }),
  response: repositorySchema,
});

export const updateMainBranch = endpoint("PUT", `${repositoryPath}/main-branch`, {
  summary: "Change the branch that documentation and search follow",
  params: inRepository,
  body: z.object({ mainBranch: branchNameSchema }),
  response: repositorySchema,
});

export const deleteRepository = endpoint("DELETE", repositoryPath, {
  summary: "Delete a repository that no service uses; one hosted here is gone with all its commits",
  params: inRepository,
  response: noContent,
});

export const connectionTestSchema = z.object({
  /** Branch names, the default one first; at most 200. */
  branches: z.array(z.string()),
  /** Null for an empty repository. */
  defaultBranch: z.string().nullable(),
});

export const testNewConnection = endpoint("POST", `${repositoriesBase}/connection-test`, {
  summary: "Try whether a repository can be reached, before it is added",
  params: projectParams,
  body: z.object({ connection: newConnectionSchema, credential: credentialSchema.optional() }),
  response: connectionTestSchema,
});

export const testConnection = endpoint("POST", `${repositoryPath}/connection-test`, {
  summary: "Try whether a repository can be reached with what is kept for it",
  params: inRepository,
  response: connectionTestSchema,
});

export const forgetHostKeys = endpoint("DELETE", `${repositoryPath}/host-keys`, {
  summary: "Forget the pinned SSH host keys; the next contact pins what the host shows then",
  params: inRepository,
  response: noContent,
});

export const createWebhook = endpoint("POST", `${repositoryPath}/webhook`, {
  summary: "Make the address and secret by which a code host tells of pushes; an earlier secret ends",
  params: inRepository,
  response: z.object({ url: z.string(), secret: z.string() }),
  limit: sixtyAnHour,
});
