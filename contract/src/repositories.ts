import { z } from "zod";

import { endpoint, fileAnswer, noContent, sixtyAnHour } from "./endpoint.ts";
import { indexingSchema } from "./indexing.ts";
import { listOf, listQuery, numberBetween } from "./lists.ts";
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
  /** When the remote was last asked for news; null for hosted ones, which tell by themselves. */
  checkedAt: z.iso.datetime().nullable(),
  /** How often it is asked, in seconds; 0 for never, null for hosted ones. */
  checkIntervalS: z.number().int().nullable(),
  type: z.literal("external"),
  connection: connectionSchema,
  indexing: indexingSchema,
});
export type Repository = z.infer<typeof repositorySchema>;

export const inRepository = projectParams.extend({ repositoryId: slugOrId });
const onBranch = inRepository.extend({ branchName: z.string().min(1).max(255) });
export const repositoriesBase = "/v1/organizations/:organizationId/projects/:projectId/repositories";
const one = `${repositoriesBase}/:repositoryId`;

const pathQuery = z.string().min(1).max(4096);

export const listRepositories = endpoint("GET", repositoriesBase, {
  summary: "Repositories of a project",
  params: projectParams,
  query: listQuery,
  response: listOf(repositorySchema),
});

export const getRepository = endpoint("GET", one, {
  summary: "One repository, by id or slug",
  params: inRepository,
  response: repositorySchema,
});

export const updateRepository = endpoint("PUT", one, {
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

export const updateMainBranch = endpoint("PUT", `${one}/main-branch`, {
  summary: "Change the branch that documentation and search follow",
  params: inRepository,
  body: z.object({ mainBranch: branchNameSchema }),
  response: repositorySchema,
});

export const deleteRepository = endpoint("DELETE", one, {
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

export const testConnection = endpoint("POST", `${one}/connection-test`, {
  summary: "Try whether a repository can be reached with what is kept for it",
  params: inRepository,
  response: connectionTestSchema,
});

export const forgetHostKeys = endpoint("DELETE", `${one}/host-keys`, {
  summary: "Forget the pinned SSH host keys; the next contact pins what the host shows then",
  params: inRepository,
  response: noContent,
});

export const createWebhook = endpoint("POST", `${one}/webhook`, {
  summary: "Make the address and secret by which a code host tells of pushes; an earlier secret ends",
  params: inRepository,
  response: z.object({ url: z.string(), secret: z.string() }),
  limit: sixtyAnHour,
});

export const branchSchema = z.object({
  name: z.string(),
  oid: z.string(),
  isDefault: z.boolean(),
  updatedAt: z.iso.datetime({ offset: true }),
});

export const listBranches = endpoint("GET", `${one}/branches`, {
  summary: "Branches, the default one first",
  params: inRepository,
  response: z.array(branchSchema),
});

export interface FileTreeItem {
  id: string;
  path: string;
  name: string;
  isFolder: boolean;
  /** What it is, beyond folder or not: links are never followed, submodules never fetched. */
  kind: "folder" | "file" | "symlink" | "submodule";
  oid: string;
  /** Null where the folder was not opened by this call; empty for files. */
  children: FileTreeItem[] | null;
}

export const fileTreeItemSchema: z.ZodType<FileTreeItem, FileTreeItem> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  kind: z.enum(["folder", "file", "symlink", "submodule"]),
  oid: z.string(),
  get children() {
    return z.array(fileTreeItemSchema).nullable();
  },
});

export const getTree = endpoint("GET", `${one}/tree/:branchName`, {
  summary: "The file tree of a branch, or one folder of it with ?path=",
  params: onBranch,
  query: z.object({ path: z.string().max(4096).optional() }),
  response: fileTreeItemSchema,
});

export const fileSchema = z.object({
  path: z.string(),
  /** Empty when `encoding` is "none". A symbolic link's content is its target. */
  content: z.string(),
  /**
   * What the file was decoded from, by its name in the Encoding Standard: "utf-8", "windows-1252", "utf-16le" and others.
   * "none" for binary or over-large content, which is not sent.
   */
  encoding: z.string(),
  kind: z.enum(["file", "symlink", "submodule"]),
  size: z.number().int(),
  /** Bytes of the real content where this is a pointer of Git LFS, which is not fetched; else null. */
  lfsSize: z.number().int().nullable(),
  language: z.string().nullable(),
  oid: z.string(),
  /** Commit the content was read at. */
  commit: z.string(),
});
export type RepositoryFile = z.infer<typeof fileSchema>;

/** Larger text is not sent to the browser. */
export const maxShownFileBytes = 1_048_576;

export const getFile = endpoint("GET", `${one}/file/:branchName`, {
  summary: "One file of a branch, or of a commit given by its full id",
  params: onBranch,
  query: z.object({ path: pathQuery }),
  response: fileSchema,
});

export const getRawFile = endpoint("GET", `${one}/raw/:branchName`, {
  summary: "A file's bytes, whatever its kind and size",
  params: onBranch,
  query: z.object({ path: pathQuery }),
  response: fileAnswer,
});

export const foundPathSchema = z.object({
  path: z.string(),
  /** Offsets in `path` of the characters that matched, ascending. */
  matches: z.array(z.number().int()),
});

export const findFiles = endpoint("GET", `${one}/files/:branchName`, {
  summary: "Paths of a branch that match some letters, best first",
  params: onBranch,
  query: z.object({
    query: z.string().max(200).default(""),
    limit: numberBetween(1, 100).default(50),
  }),
  response: z.object({ content: z.array(foundPathSchema), commit: z.string() }),
});

const personSchema = z.object({ name: z.string(), email: z.string() });

export const commitSchema = z.object({
  oid: z.string(),
  /** Empty for a first commit. */
  parents: z.array(z.string()),
  author: personSchema,
  authoredAt: z.iso.datetime({ offset: true }),
  committer: personSchema,
  committedAt: z.iso.datetime({ offset: true }),
  subject: z.string(),
  /** May be empty. */
  body: z.string(),
});
export type Commit = z.infer<typeof commitSchema>;

export const listCommits = endpoint("GET", `${one}/commits/:branchName`, {
  summary: "The history of a branch, a folder or a file, newest first",
  params: onBranch,
  query: listQuery.extend({ path: z.string().max(4096).optional() }),
  /** Counting a long history takes long, so only whether there is more is told. `path` differs before a rename. */
  response: z.object({
    content: z.array(commitSchema.extend({ path: z.string().nullable() })),
    page: z.number().int(),
    limit: z.number().int(),
    hasMore: z.boolean(),
  }),
});

export const getCommit = endpoint("GET", `${one}/commit/:oid`, {
  summary: "One commit, by its full id",
  params: inRepository.extend({ oid: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) }),
  response: commitSchema,
});

export const blameSchema = z.object({
  path: z.string(),
  commit: z.string(),
  /** Runs of lines in order, without gaps; each names its commit in `commits`. */
  runs: z.array(z.object({ startLine: z.number().int(), lineCount: z.number().int(), oid: z.string() })),
  commits: z.array(
    z.object({
      oid: z.string(),
      author: personSchema,
      authoredAt: z.iso.datetime({ offset: true }),
      subject: z.string(),
    }),
  ),
});
export type Blame = z.infer<typeof blameSchema>;

export const getBlame = endpoint("GET", `${one}/blame/:branchName`, {
  summary: "Which commit last touched each line of a text file",
  params: onBranch,
  query: z.object({ path: pathQuery }),
  response: blameSchema,
});

export const diffLineSchema = z.object({
  type: z.enum(["context", "added", "deleted"]),
  content: z.string(),
  /** Line numbers from 1; null on the side that lacks the line. */
  oldLine: z.number().int().nullable(),
  newLine: z.number().int().nullable(),
  /** The file ends here without a line break. */
  isUnended: z.boolean().optional(),
});

export const hunkSchema = z.object({
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  newStart: z.number().int(),
  newLines: z.number().int(),
  /** What git found the change in, such as a function's first line; may be empty. */
  heading: z.string(),
  lines: z.array(diffLineSchema),
});

export const fileDiffSchema = z.object({
  path: z.string(),
  /** Null unless the file was renamed or copied. */
  oldPath: z.string().nullable(),
  status: z.enum(["added", "deleted", "modified", "renamed", "copied", "type-changed"]),
  additions: z.number().int(),
  deletions: z.number().int(),
  /** Six digits as git writes them; null on the side that lacks the file. */
  oldMode: z.string().nullable(),
  newMode: z.string().nullable(),
  isBinary: z.boolean(),
  /** There are more lines than were sent. */
  isTruncated: z.boolean(),
  hunks: z.array(hunkSchema),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

export const diffSchema = z.object({
  /** Commit that is compared with; null for the empty tree before a first commit. */
  base: z.string().nullable(),
  head: z.string(),
  files: z.array(fileDiffSchema),
  /** There are more files than were sent. */
  isTruncated: z.boolean(),
});
export type Diff = z.infer<typeof diffSchema>;

/** What `compareTo` says for "the commit before": the first parent, or nothing for a first commit. */
export const parentRevision = "parent";

export const getDiff = endpoint("GET", `${one}/diff/:branchName/:compareTo`, {
  summary: "What a branch or commit changes, compared with another one",
  params: onBranch.extend({ compareTo: z.string().min(1).max(255) }),
  query: z.object({
    /** Unchanged lines around each change. */
    context: numberBetween(0, 100).default(3),
    /**
     * What the branch is compared with: the other one as it stands, or the commit at which the two went apart, so that
     * what others did there meanwhile does not show as undone.
     */
    since: z.enum(["tip", "fork"]).default("tip"),
  }),
  response: diffSchema,
});
