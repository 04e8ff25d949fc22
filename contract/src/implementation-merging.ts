import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { implementationSchema } from "./implementations.ts";
import { mergeMethodSchema, mergePathSchema } from "./merge-methods.ts";
import { projectParams } from "./project-params.ts";

const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "A commit is named by its whole id");

const path =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/merge";
const one = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });

export const previewMerge = endpoint("GET", path, {
  summary: "What merging an implementation now would do: how, and with which message",
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
    through: mergePathSchema,
    message: z.string(),
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
