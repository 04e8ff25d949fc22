import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { implementationSchema } from "./implementations.ts";
import { projectParams } from "./project-params.ts";

const path =
  "/v1/organizations/:organizationId/projects/:projectId/tasks/:taskId/implementations/:implementationId/merge-queue";
const one = projectParams.extend({ taskId: z.uuid(), implementationId: z.uuid() });

export const enterMergeQueue = endpoint("POST", path, {
  summary: "Put an implementation, as it was reviewed, in line to be tested on top of those before it, and merged then",
  params: one,
  body: z.object({
    /** The commit that was reviewed; when the implementation stands at another one, it gets no place (409). */
    head: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "A commit is named by its whole id"),
  }),
  response: implementationSchema,
});

export const leaveMergeQueue = endpoint("DELETE", path, {
  summary: "Take an implementation out of the merge queue; those behind it are tested again without it",
  params: one,
  response: implementationSchema,
});
