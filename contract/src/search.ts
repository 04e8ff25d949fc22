import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { listOf, listQuery, numberBetween } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { branchNameSchema } from "./repository-connection.ts";

/** Longer questions are cut by no one: they are refused. */
export const maxQueryText = 2000;
export const maxPatternText = 1000;

/** The state of a repository that an answer is about. */
export const codeFreshnessSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  commit: z.string(),
  indexedAt: z.iso.datetime(),
});
export type CodeFreshness = z.infer<typeof codeFreshnessSchema>;

export const codeHitSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  commit: z.string(),
  path: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
  /** The best matching symbol of the range; null where text matched outside any symbol. */
  symbol: z.object({ name: z.string(), kind: z.string(), signature: z.string() }).nullable(),
  /** The lines of the range, cut to a readable length. */
  excerpt: z.string(),
  score: z.number(),
  /** A topic of the external context instead of a file; null for code. */
  topicId: z.uuid().nullable(),
});
export type CodeHit = z.infer<typeof codeHitSchema>;

const base = "/v1/organizations/:organizationId/projects/:projectId/search";

/** Where to look; everywhere when nothing is said. */
export const searchScope = z.object({
  serviceId: z.uuid().optional(),
  repositoryId: z.uuid().optional(),
  /** Of `repositoryId`, which must be given then; the main branch otherwise. */
  branch: branchNameSchema.optional(),
});

export const searchCode = endpoint("GET", base, {
  summary: "Files, symbols and line ranges of a project's code, best first",
  params: projectParams,
  query: listQuery.extend(searchScope.shape).extend({ query: z.string().trim().min(1).max(maxQueryText) }),
  response: listOf(codeHitSchema).extend({ freshness: z.array(codeFreshnessSchema) }),
});

const flag = z.stringbool().default(false);

export const lineHitsSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  commit: z.string(),
  path: z.string(),
  language: z.string().nullable(),
  /** The first matching lines of the file. */
  lines: z.array(
    z.object({
      line: z.number().int().min(1),
      /** Cut to a readable length around the first match. */
      text: z.string(),
      /** [from, to) in UTF-16 units of `text`. */
      ranges: z.array(z.tuple([z.number().int(), z.number().int()])),
    }),
  ),
  /** All matching lines of the file. */
  matchedLines: z.number().int(),
});
export type LineHits = z.infer<typeof lineHitsSchema>;

export const searchLines = endpoint("GET", `${base}/lines`, {
  summary: "Lines that hold a text or match a regular expression, by file; the same lines as ripgrep's",
  params: projectParams,
  query: searchScope.extend({
    /** Blanks at its ends count. */
    pattern: z.string().min(1).max(maxPatternText),
    isRegex: flag,
    ignoreCase: flag,
    isWord: flag,
    /** Globs divided by commas, as `src/**,!*.test.ts`; a leading `!` excludes. */
    paths: z.string().max(500).optional(),
    /** Most files in the answer. */
    limit: numberBetween(1, 200).default(50),
  }),
  response: z.object({
    files: z.array(lineHitsSchema),
    matchedFiles: z.number().int(),
    matchedLines: z.number().int(),
    /** There are more files or lines than this answer holds or than were looked at. */
    isCutOff: z.boolean(),
    freshness: z.array(codeFreshnessSchema),
  }),
});
export type LineSearch = z.infer<typeof searchLines.response>;

export const symbolHitSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  path: z.string(),
  name: z.string(),
  kind: z.string(),
  parent: z.string().nullable(),
  signature: z.string(),
  startLine: z.number().int().min(1),
  endLine: z.number().int().min(1),
});
export type SymbolHit = z.infer<typeof symbolHitSchema>;

export const searchSymbols = endpoint("GET", `${base}/symbols`, {
  summary: "Declarations by name or by words of it, best first",
  params: projectParams,
  query: searchScope.extend({
    query: z.string().trim().min(1).max(200),
    limit: numberBetween(1, 100).default(20),
  }),
  response: z.object({ symbols: z.array(symbolHitSchema) }),
});

export const fileHitSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  path: z.string(),
});
export type FileHit = z.infer<typeof fileHitSchema>;

export const searchFiles = endpoint("GET", `${base}/files`, {
  summary: "Files by letters of their path, best first",
  params: projectParams,
  query: searchScope.extend({
    query: z.string().trim().min(1).max(200),
    limit: numberBetween(1, 100).default(20),
  }),
  response: z.object({ files: z.array(fileHitSchema) }),
});
