import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { organizationParams } from "./organizations.ts";

export const integrationNames = ["github"] as const;
export const integrationNameSchema = z.enum(integrationNames);

export const integrationSchema = z.object({
  type: integrationNameSchema,
  /** As people know it: "GitHub". */
  name: z.string(),
  /** Why it cannot be used on this server, in plain words; null when it can. */
  unavailableReason: z.string().nullable(),
});
export type Integration = z.infer<typeof integrationSchema>;

/** An account elsewhere that an organization is connected to. */
export const integrationConnectionSchema = z.object({
  connectionId: z.uuid(),
  integration: integrationSchema,
  /** Name of the account or organization there. */
  account: z.string(),
  /** Suspended there: nothing can be read until it is resumed. */
  isSuspended: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type IntegrationConnection = z.infer<typeof integrationConnectionSchema>;

export const listIntegrations = endpoint("GET", "/v1/organizations/:organizationId/integrations", {
  summary: "Integrations this server knows, usable or not",
  params: organizationParams,
  query: listQuery,
  response: listOf(integrationSchema),
});

export const connectIntegration = endpoint("POST", "/v1/organizations/:organizationId/integrations", {
  summary: "Begin to connect an integration; the browser goes to the address in the answer",
  params: organizationParams,
  body: z.object({ integrationName: integrationNameSchema }),
  response: z.object({ data: z.object({ url: z.string() }) }),
  limit: sixtyAnHour,
});

export const listConnections = endpoint("GET", "/v1/organizations/:organizationId/connections", {
  summary: "Connected accounts of an organization",
  params: organizationParams,
  query: listQuery,
  response: listOf(integrationConnectionSchema),
});

export const deleteConnection = endpoint("DELETE", "/v1/organizations/:organizationId/connections/:connectionId", {
  summary: "Disconnect an account; its repositories keep what was indexed and are not updated any more",
  params: organizationParams.extend({ connectionId: z.uuid() }),
  response: noContent,
});

export const finishIntegration = endpoint("POST", "/v1/integrations/:integrationName/callback", {
  summary: "Finish connecting, with what the code host sent the browser back with",
  params: z.object({ integrationName: integrationNameSchema }),
  body: z.object({
    code: z.string().min(1).max(500),
    installationId: z.string().regex(/^\d{1,20}$/),
    state: z.string().min(1).max(2000),
  }),
  response: z.object({
    organization: z.object({ organizationId: z.uuid(), slug: z.string() }),
    connection: integrationConnectionSchema,
  }),
  limit: sixtyAnHour,
});

export const githubRepositorySchema = z.object({
  owner: z.string(),
  repo: z.string(),
  defaultBranch: z.string(),
  isPrivate: z.boolean(),
  url: z.string(),
});
export type GithubRepository = z.infer<typeof githubRepositorySchema>;

export const listGithubRepositories = endpoint("GET", "/v1/organizations/:organizationId/github/repositories", {
  summary: "Repositories that the connected GitHub accounts let this server read",
  params: organizationParams,
  query: listQuery.extend({ query: z.string().max(200).default("") }),
  response: listOf(githubRepositorySchema),
});
