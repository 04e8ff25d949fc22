import { z } from "zod";

import { endpoint, fileAnswer } from "./endpoint.ts";
import { numberBetween } from "./lists.ts";
import { inRepository, repositoryPath } from "./repositories.ts";
import { sourceSchema } from "./sources.ts";

export const onBranch = inRepository.extend({ branchName: z.string().min(1).max(255) });

/** Path of a file in its repository; bounded by what git and file systems allow. */
export const filePathSchema = z.string().min(1).max(4096);

export const branchSchema = z.object({
  name: z.string(),
  oid: z.string(),
  isDefault: z.boolean(),
  updatedAt: z.iso.datetime({ offset: true }),
});

export const listBranches = endpoint("GET", `${repositoryPath}/branches`, {
  summary: "Branches, the default one first",
  params: inRepository,
  response: z.array(branchSchema),
});

export const getOpening = endpoint("GET", `${repositoryPath}/opening`, {
  summary: "What the README at the top of the main branch says of the whole; there as soon as the code is cloned",
  params: inRepository,
  response: z.object({
    /** Markdown with `[n]` for the n-th source; empty where no README says anything of the whole. */
    content: z.string(),
    sources: z.array(sourceSchema),
  }),
});

export interface FileTreeItem {
  id: string;
  path: string;
  name: string;
  isFolder: boolean;
  /** Symbolic links are never followed, submodules never fetched. */
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

export const getTree = endpoint("GET", `${repositoryPath}/tree/:branchName`, {
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
  /** Size in bytes of the Git LFS object that this file points to, which is not fetched; else null. */
  lfsSize: z.number().int().nullable(),
  language: z.string().nullable(),
  oid: z.string(),
  /** Commit the content was read at. */
  commit: z.string(),
});
export type RepositoryFile = z.infer<typeof fileSchema>;

/** Larger text is not sent to the browser. */
export const maxShownFileBytes = 1_048_576;

export const getFile = endpoint("GET", `${repositoryPath}/file/:branchName`, {
  summary: "One file of a branch, or of a commit given by its full id",
  params: onBranch,
  query: z.object({ path: filePathSchema }),
  response: fileSchema,
});

export const getRawFile = endpoint("GET", `${repositoryPath}/raw/:branchName`, {
  summary: "A file's bytes, whatever its kind and size",
  params: onBranch,
  query: z.object({ path: filePathSchema }),
  response: fileAnswer,
});

export const foundPathSchema = z.object({
  path: z.string(),
  /** Offsets in `path` of the characters that matched, ascending. */
  matches: z.array(z.number().int()),
});

export const findFiles = endpoint("GET", `${repositoryPath}/files/:branchName`, {
  summary: "Paths of a branch that hold the letters of the query in their order, best first",
  params: onBranch,
  query: z.object({
    query: z.string().max(200).default(""),
    limit: numberBetween(1, 100).default(50),
  }),
  response: z.object({ content: z.array(foundPathSchema), commit: z.string() }),
});
