import type { Connection } from "@cairn/contract/repository-connection";
import { credentialSchema, sshUrlSchema } from "@cairn/contract/repository-connection";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";
import { validation } from "@cairn/contract/texts";
import { z } from "zod";

import type { RepositoryChange } from "./repository-settings.api.ts";

/** A connection that has an address of its own, which can be changed. */
export type AddressedConnection = Extract<Connection, { type: "url" | "ssh" }>;

export interface ConnectionValues {
  url: string;
  /** What to do with the stored credential, or with its absence. */
  credential: "keep" | "replace" | "forget";
  username: string;
  password: string;
}

export function initialConnectionValues({ url }: AddressedConnection): ConnectionValues {
  return { url, credential: "keep", username: "", password: "" };
}

const webUrlSchema = z
  .string()
  .refine((url) => /^https?:/i.test(url.trim()) && parseRepositoryUrl(url).path !== "", validation.urlInvalid);

/** The kind of a connection cannot change: an address of another kind is invalid. */
export function connectionValuesSchema(type: AddressedConnection["type"]) {
  return z
    .object({
      url: type === "ssh" ? sshUrlSchema : webUrlSchema,
      credential: z.enum(["keep", "replace", "forget"]),
      username: z.string(),
      password: z.string(),
    })
    .superRefine(({ credential, username, password }, ctx) => {
      if (credential !== "replace") return;
      for (const issue of credentialSchema.safeParse({ username, password }).error?.issues ?? []) {
        ctx.addIssue({ code: "custom", path: issue.path, message: issue.message });
      }
    });
}

/** Converts the form values to the request: only changed fields. */
export function toConnectionChange(
  { url, credential, username, password }: ConnectionValues,
  stored: AddressedConnection,
): Pick<RepositoryChange, "url" | "credential"> {
  return {
    ...(url.trim() === stored.url ? {} : { url: url.trim() }),
    ...(credential === "replace" ? { credential: { username, password } } : {}),
    ...(credential === "forget" ? { credential: null } : {}),
  };
}
