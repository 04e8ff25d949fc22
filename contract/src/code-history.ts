import { z } from "zod";

import { filePathSchema, onBranch } from "./code-browsing.ts";
import { endpoint } from "./endpoint.ts";
import { listQuery, numberBetween } from "./lists.ts";
import { inRepository, repositoryPath } from "./repositories.ts";

const gitPersonSchema = z.object({ name: z.string(), email: z.string() });

export const commitSchema = z.object({
  oid: z.string(),
  /** Empty for a first commit. */
  parents: z.array(z.string()),
  author: gitPersonSchema,
  authoredAt: z.iso.datetime({ offset: true }),
  committer: gitPersonSchema,
  committedAt: z.iso.datetime({ offset: true }),
  subject: z.string(),
  /** May be empty. */
  body: z.string(),
});
export type Commit = z.infer<typeof commitSchema>;

export const listCommits = endpoint("GET", `${repositoryPath}/commits/:branchName`, {
  summary: "The history of a branch, a folder or a file, newest first",
  params: onBranch,
  query: listQuery.extend({ path: z.string().max(4096).optional() }),
  /**
   * Counting a long history takes long, so the response only says whether there is more. `path` differs before a
   * rename.
   */
  response: z.object({
    content: z.array(commitSchema.extend({ path: z.string().nullable() })),
    page: z.number().int(),
    limit: z.number().int(),
    hasMore: z.boolean(),
  }),
});

export const getCommit = endpoint("GET", `${repositoryPath}/commit/:oid`, {
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
      author: gitPersonSchema,
      authoredAt: z.iso.datetime({ offset: true }),
      subject: z.string(),
    }),
  ),
});
export type Blame = z.infer<typeof blameSchema>;

export const getBlame = endpoint("GET", `${repositoryPath}/blame/:branchName`, {
  summary: "Which commit last touched each line of a text file",
  params: onBranch,
  query: z.object({ path: filePathSchema }),
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

/** Unchanged lines before and after each change, where a change is reviewed. */
export const reviewContextQuery = z.object({
  before: numberBetween(0, 100).default(4),
  after: numberBetween(0, 100).default(2),
});

export const getDiff = endpoint("GET", `${repositoryPath}/diff/:branchName/:compareTo`, {
  summary: "What a branch or commit changes, compared with another one",
  params: onBranch.extend({ compareTo: z.string().min(1).max(255) }),
  query: z.object({
    /** Unchanged lines around each change. */
    context: numberBetween(0, 100).default(3),
    /**
     * What the branch is compared with: the other one's tip, or the commit at which the two diverged, so that
     * what others did there meanwhile does not show as undone.
     */
    since: z.enum(["tip", "fork"]).default("tip"),
  }),
  response: diffSchema,
});
