import { z } from "zod";

import { endpoint, noContent, sixtyAnHour } from "./endpoint.ts";
import { listOf, listQuery } from "./lists.ts";
import { nameText } from "./name-text.ts";
import { validation } from "./texts.ts";

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

export const keyNameSchema = nameText.min(2, validation.nameTooShort).max(64, validation.longNameTooLong);

export const sshKeySchema = z.object({
  keyId: z.uuid(),
  name: z.string(),
  /** `ssh-ed25519` and the like. */
  type: z.string(),
  /** SHA256:… as ssh-keygen prints it. */
  fingerprint: z.string(),
  createdAt: z.iso.datetime(),
});
export type SshKey = z.infer<typeof sshKeySchema>;

/** Whether a text is, or holds, a private key of any usual form. Such a text must never leave the browser. */
export function isPrivateKey(text: string): boolean {
  return /---- ?BEGIN [A-Z0-9 ]*PRIVATE KEY|^PuTTY-User-Key-File-/m.test(text);
}

/** One line of a public key; whether its inside is sound is found out by the server. */
export const publicKeySchema = z
  .string()
  .trim()
  .max(16_384, validation.sshKeyInvalid)
  .refine((text) => !isPrivateKey(text), { error: validation.sshKeyIsPrivate, abort: true })
  .regex(
    /^(?:ssh-rsa|ssh-dss|ssh-ed25519|ecdsa-sha2-[a-z0-9-]+) [A-Za-z0-9+/]+={0,3}(?: [^\r\n]*)?$/,
    validation.sshKeyInvalid,
  );

export const listApiKeys = endpoint("GET", "/v1/auth/user/api-keys", {
  summary: "The signed-in user's API keys",
  query: listQuery,
  response: listOf(apiKeySchema),
});

export const createApiKey = endpoint("POST", "/v1/auth/user/api-keys", {
  summary: "Create an API key; its secret is shown this once",
  body: z.object({ name: keyNameSchema.optional(), scopes: z.array(z.enum(apiKeyScopes)).min(1).default(["mcp"]) }),
  response: apiKeySchema.extend({ key: z.string() }),
  limit: sixtyAnHour,
});

export const deleteApiKey = endpoint("DELETE", "/v1/auth/user/api-keys/:keyId", {
  summary: "Delete an API key; it stops working at once",
  params: z.object({ keyId: z.uuid() }),
  response: noContent,
});

export const listSshKeys = endpoint("GET", "/v1/auth/user/ssh-keys", {
  summary: "The signed-in user's SSH keys",
  query: listQuery,
  response: listOf(sshKeySchema),
});

export const createSshKey = endpoint("POST", "/v1/auth/user/ssh-keys", {
  summary: "Add a public SSH key",
  body: z.object({ name: keyNameSchema, key: publicKeySchema }),
  response: sshKeySchema,
  limit: sixtyAnHour,
});

export const deleteSshKey = endpoint("DELETE", "/v1/auth/user/ssh-keys/:keyId", {
  summary: "Delete an SSH key; it stops working at once",
  params: z.object({ keyId: z.uuid() }),
  response: noContent,
});
