import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { indexingSchema } from "./indexing.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { slugOrId } from "./slugs.ts";

export const defaultBranch = "main";
export const defaultWorkingPath = "/";

/**
 * Where a repository's content comes from. `internal` is one that this server hosts. `path` is one an operator imported
 * by command; where it lies on the server is not told.
 */
export const connectionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url"), url: z.string() }),
  z.object({ type: z.literal("internal"), owner: z.string(), repo: z.string() }),
  z.object({ type: z.literal("path") }),
]);
export type Connection = z.infer<typeof connectionSchema>;

export const repositorySchema = z.object({
  repositoryId: z.uuid(),
  slug: z.string(),
  /** Address to show; null for a local import and for one that this server hosts. */
  url: z.string().nullable(),
  owner: z.string().nullable(),
  repo: z.string(),
  mainBranch: z.string(),
  workingPath: z.string(),
  isReadOnly: z.boolean(),
  type: z.literal("external"),
  connection: connectionSchema,
  indexing: indexingSchema,
});
export type Repository = z.infer<typeof repositorySchema>;

const inRepository = projectParams.extend({ repositoryId: slugOrId });
const onBranch = inRepository.extend({ branchName: z.string().min(1).max(255) });
const base = "/v1/organizations/:organizationId/projects/:projectId/repositories";

export const listRepositories = endpoint("GET", base, {
  summary: "Repositories of a project",
  params: projectParams,
  query: listQuery,
  response: listOf(repositorySchema),
});

export const getRepository = endpoint("GET", `${base}/:repositoryId`, {
  summary: "One repository, by id or slug",
  params: inRepository,
  response: repositorySchema,
});

export const branchSchema = z.object({
  name: z.string(),
  oid: z.string(),
  isDefault: z.boolean(),
  updatedAt: z.iso.datetime({ offset: true }),
});

export const listBranches = endpoint("GET", `${base}/:repositoryId/branches`, {
  summary: "Branches, the default one first",
  params: inRepository,
  response: z.array(branchSchema),
});

export interface FileTreeItem {
  id: string;
  path: string;
  name: string;
  isFolder: boolean;
  oid: string;
  /** Null where the folder was not opened by this call; empty for files. */
  children: FileTreeItem[] | null;
}

export const fileTreeItemSchema: z.ZodType<FileTreeItem, FileTreeItem> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  oid: z.string(),
  get children() {
    return z.array(fileTreeItemSchema).nullable();
  },
});

export const getTree = endpoint("GET", `${base}/:repositoryId/tree/:branchName`, {
  summary: "The file tree of a branch, or one folder of it with ?path=",
  params: onBranch,
  query: z.object({ path: z.string().max(4096).optional() }),
  response: fileTreeItemSchema,
});

export const fileSchema = z.object({
  path: z.string(),
  /** Empty when `encoding` is "none". */
  content: z.string(),
  /** "utf-8" for text, "none" for binary or over-large content, which is not sent. */
  encoding: z.enum(["utf-8", "none"]),
  size: z.number().int(),
  language: z.string().nullable(),
  oid: z.string(),
  /** Commit the content was read at. */
  commit: z.string(),
});
export type RepositoryFile = z.infer<typeof fileSchema>;

/** Larger text is not sent to the browser. */
export const maxShownFileBytes = 1_048_576;

export const getFile = endpoint("GET", `${base}/:repositoryId/file/:branchName`, {
  summary: "One file of a branch, or of a commit given by its full id",
  params: onBranch,
  query: z.object({ path: z.string().min(1).max(4096) }),
  response: fileSchema,
});
