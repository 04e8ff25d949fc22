import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { implementationSchema } from "./implementations.ts";
import { listOf, listQuery } from "./lists.ts";
import { projectParams } from "./project-params.ts";
import { branchNameSchema } from "./repository-connection.ts";

const reviews = "/v1/organizations/:organizationId/projects/:projectId/reviews";

export const listReviews = endpoint("GET", reviews, {
  summary:
    "Implementations of a product's tasks that wait for a person: paused runs, then changes to decide on, the longest waiting first",
  params: projectParams,
  query: listQuery,
  response: listOf(implementationSchema),
});

/** Branches that are shown at once; those with the newest commits come first. */
export const maxReviewableBranches = 100;

/** Of what a list of branches is looked through for, in characters. */
export const maxBranchFilter = 200;

const reviewableBranchSchema = z.object({
  repositoryId: z.uuid(),
  repositorySlug: z.string(),
  branch: z.string(),
  head: z.string(),
  updatedAt: z.iso.datetime({ offset: true }),
});
export type ReviewableBranch = z.infer<typeof reviewableBranchSchema>;

export const listReviewableBranches = endpoint("GET", `${reviews}/branches`, {
  summary:
    "Branches of all repositories of a product that hold something neither merged nor in review, the newest commit first",
  params: projectParams,
  /** What the name of the branch or of its repository holds, in either case of its letters. */
  query: z.object({ text: z.string().trim().max(maxBranchFilter).optional() }),
  response: z.object({
    content: z.array(reviewableBranchSchema),
    /** All that fit, of which `content` has the first. */
    total: z.number().int(),
  }),
});

export type ReviewableBranches = z.infer<(typeof listReviewableBranches)["response"]>;

export const reviewBranch = endpoint("POST", reviews, {
  summary: "Put a branch that somebody pushed in review: built, tested and checked like any other change",
  params: projectParams,
  body: z.object({
    repositoryId: z.uuid(),
    branch: branchNameSchema,
    /** The task in Todo or In Progress that it is for; one is made of its newest commit when absent. */
    taskId: z.uuid().optional(),
  }),
  response: implementationSchema,
});
