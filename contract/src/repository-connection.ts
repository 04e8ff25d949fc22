import { z } from "zod";

import { parseRepositoryUrl } from "./repository-url.ts";
import { validation } from "./texts.ts";

export const defaultBranch = "main";
export const defaultWorkingPath = "/";

/**
 * Where a repository's content comes from. `internal` is one that this server hosts. `path` is one an operator imported
 * by command; its path on the server is not shown.
 */
export const connectionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url"), url: z.string() }),
  z.object({ type: z.literal("ssh"), url: z.string() }),
  z.object({ type: z.literal("github"), owner: z.string(), repo: z.string() }),
  z.object({ type: z.literal("internal"), owner: z.string(), repo: z.string() }),
  z.object({ type: z.literal("path") }),
]);
export type Connection = z.infer<typeof connectionSchema>;

export const branchNameSchema = z
  .string()
  .trim()
  .min(1, validation.mainBranchRequired)
  .max(255, "Branch name is too long");

/** A folder of the repository, with a leading slash and none at the end; `..` and backslashes are refused. */
export const workingPathSchema = z
  .string()
  .trim()
  .min(1, validation.workingPathRequired)
  .max(1024, "Working path is too long")
  .refine((path) => !/(^|\/)\.{1,2}(\/|$)|[\\\0]/.test(path), "Working path must be a folder of the repository")
  .transform((path) => `/${path.split("/").filter(Boolean).join("/")}`);

export const credentialSchema = z.object({
  username: z.string().max(255).default(""),
  password: z.string().min(1, "Password is required").max(4096),
});

/** An address of git of any transport; whether the server may go there is found out by the server. */
export const remoteUrlSchema = z.string().trim().min(1, validation.urlInvalid).max(2048);

/** `git@host:path` or `ssh://git@host:port/path`. */
export const sshUrlSchema = z.string().trim().max(2048).refine(isSshUrl, validation.gitUrlInvalid);

function isSshUrl(url: string): boolean {
  return /^(?:ssh:\/\/|git@)/i.test(url) && parseRepositoryUrl(url).path !== "";
}

/** What the name of a hosted repository may be: its address is made from it. */
export const hostedNameSchema = z
  .string()
  .trim()
  .min(2, validation.nameTooShort)
  .max(50, validation.nameTooLong)
  .regex(/[a-z0-9]/i, "Name needs a letter or a digit");

/** A connection as a client requests it. */
export const newConnectionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url"), url: remoteUrlSchema }),
  z.object({ type: z.literal("ssh"), url: sshUrlSchema }),
  z.object({
    type: z.literal("github"),
    owner: z.string(validation.githubRepositoryRequired).trim().min(1, validation.githubRepositoryRequired).max(255),
    repo: z.string(validation.githubRepositoryRequired).trim().min(1, validation.githubRepositoryRequired).max(255),
  }),
  z.object({ type: z.literal("internal"), name: hostedNameSchema }),
]);
export type NewConnection = z.infer<typeof newConnectionSchema>;

/** Either a repository the project already has, or a new connection. */
export const serviceRepositorySchema = z.union([
  z.object({ repositoryId: z.uuid(), workingPath: workingPathSchema.optional() }),
  z.object({
    connection: newConnectionSchema,
    mainBranch: branchNameSchema.optional(),
    workingPath: workingPathSchema.optional(),
    credential: credentialSchema.optional(),
  }),
]);
