import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { implementationSchema } from "./implementations.ts";
import { mergeMethodSchema } from "./merge-methods.ts";
import { projectParams } from "./project-params.ts";

/** Of one side of a conflict; there may be more. */
export const maxConflictLines = 40;
export const maxConflictHunks = 20;
export const maxConflictFiles = 50;

const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "A commit is named by its whole id");

/** Where the base branch stands, what the change makes, and what both began with. */
export const conflictSideNames = ["base", "change", "former"] as const;

export const conflictSchema = z.object({
  path: z.string(),
  /** In git's words. */
  reason: z.string(),
  /** None where the sides do not differ in lines, as where one of them deleted the file. */
  hunks: z.array(
    z.object({
      /** Where it begins in the merged file with its marks, from 1. */
      line: z.number().int(),
      /** Of the base branch. */
      base: z.array(z.string()),
      /** Of the change. */
      change: z.array(z.string()),
      /** What both began with. */
      former: z.array(z.string()),
    }),
  ),
});
export type MergeConflict = z.infer<typeof conflictSchema>;

const path =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/merge";
const one = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });

export const previewMerge = endpoint("GET", path, {
  summary: "What merging an implementation now would do: how, with which message, and where it conflicts",
  params: one,
  response: z.object({
    /** What would be merged; null before there is a change. */
    head: z.string().nullable(),
    baseBranch: z.string(),
    /** Where the base branch stands; null where it is gone. */
    tip: z.string().nullable(),
    /** Commits that the base branch got since the change began. */
    commitsBehind: z.number().int(),
    method: mergeMethodSchema,
    message: z.string(),
    conflicts: z.array(conflictSchema),
  }),
});
export type MergePreview = z.infer<(typeof previewMerge)["response"]>;

/** What a merge is refused with (409) when the implementation stands at another commit than the one that was reviewed. */
export const movedHeadSchema = z.object({
  head: z.string(),
  /** The new commits, the newest first. */
  commits: z.array(z.object({ oid: z.string(), subject: z.string() })),
});

export const mergeImplementation = endpoint("POST", path, {
  summary: "Merge an implementation into its base branch, as it was reviewed",
  params: one,
  body: z.object({
    /** The commit that was reviewed; when the implementation stands at another one, nothing is merged (409). */
    head: commitSchema,
  }),
  response: implementationSchema,
});
