import { z } from "zod";

import { diffSchema, reviewContextQuery } from "./code-history.ts";
import { endpoint } from "./endpoint.ts";
import { reviewedFileSchema } from "./implementations.ts";
import { projectParams } from "./project-params.ts";

/** Of one person in one implementation; a diff has no more files. */
export const maxViewedFiles = 3_000;

const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "A commit is named by its whole id");

export const reviewMarksSchema = z.object({
  /** Files that the caller has viewed, each as it was then: where the diff has another version, it changed since. */
  viewed: z.array(z.object({ path: z.string(), version: z.string() })),
  /** The newest commit that the caller looked at before the one that it stands at now; null where there is none. */
  lastLook: z.object({ head: z.string(), lookedAt: z.iso.datetime() }).nullable(),
});
export type ReviewMarks = z.infer<typeof reviewMarksSchema>;

const base =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/marks";
const one = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });

export const getReviewMarks = endpoint("GET", base, {
  summary: "Which files of an implementation the caller has viewed, and what they looked at last",
  params: one,
  response: reviewMarksSchema,
});

export const setViewed = endpoint("PUT", `${base}/viewed`, {
  summary: "Say that the caller has viewed a file of an implementation, or has not",
  params: one,
  body: z.object({
    path: z.string().min(1).max(4_096),
    /** As the diff has it. */
    version: z.string().min(1).max(200),
    isViewed: z.boolean(),
  }),
  response: reviewMarksSchema,
});

export const noteLook = endpoint("PUT", `${base}/look`, {
  summary: "Say that the caller looks at an implementation; a commit that it does not stand at counts for nothing",
  params: one,
  body: z.object({ head: commitSchema }),
  response: reviewMarksSchema,
});

export const getChangesSinceLook = endpoint("GET", `${base}/changes`, {
  summary: "What changed in an implementation since the caller looked at it last",
  params: one,
  query: reviewContextQuery,
  response: diffSchema.extend({
    files: z.array(reviewedFileSchema),
    /**
     * `same`: it stands on the commit that it stood on. `left-out`: it stands on a newer one, whose own changes are not
     * shown. `included`: they are, as they do not go together with what was looked at.
     */
    changesOfBase: z.enum(["same", "left-out", "included"]),
  }),
});
export type ChangesSinceLook = z.infer<(typeof getChangesSinceLook)["response"]>;
