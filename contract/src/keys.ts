import { z } from "zod";

import { endpoint, noContent } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";

export const apiKeyScopes = ["mcp"] as const;

export const apiKeySchema = z.object({
  keyId: z.uuid(),
  name: z.string().nullable(),
  lastFour: z.string().length(4),
  scopes: z.array(z.enum(apiKeyScopes)),
  createdAt: z.iso.datetime(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** What a key without a name is called, also in its typed confirmation. */
export const unnamedKey = "Unnamed Key";

export const apiKeyNameSchema = z
  .string()
  .trim()
  .min(2, "Name is too short")
  .max(64, "Name can't be longer than 64 characters");

export const listApiKeys = endpoint("GET", "/v1/auth/user/api-keys", {
  summary: "The signed-in user's API keys",
  query: listQuery,
  response: listOf(apiKeySchema),
});

export const createApiKey = endpoint("POST", "/v1/auth/user/api-keys", {
  summary: "Create an API key; its secret is shown this once",
  body: z.object({ name: apiKeyNameSchema.optional(), scopes: z.array(z.enum(apiKeyScopes)).min(1).default(["mcp"]) }),
  response: apiKeySchema.extend({ key: z.string() }),
});

export const deleteApiKey = endpoint("DELETE", "/v1/auth/user/api-keys/:keyId", {
  summary: "Delete an API key; it stops working at once",
  params: z.object({ keyId: z.uuid() }),
  response: noContent,
});
