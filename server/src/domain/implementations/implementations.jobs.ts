import { z } from "zod";

import { defineJob, onEvent } from "#server/edge.ts";

import { prepareDocuments } from "./documents/prepare-documents.ts";
import { workOnMergeQueue } from "./merge-queue/work-on-merge-queue.ts";
import { followPulls, followPullsOf } from "./merge/follow-pulls.ts";
import { confirmPush } from "./own-machine/confirm-push.ts";

export const implementationJobs = [
  defineJob({
    name: "prepare-documents",
    payload: z.object({
      organizationId: z.uuid(),
      projectId: z.uuid(),
      taskId: z.uuid(),
      implementationId: z.uuid(),
    }),
    concurrency: 1,
    retryLimit: 2,
    run: prepareDocuments,
  }),
  defineJob({
    name: "work-on-merge-queue",
    payload: z.object({ organizationId: z.uuid(), repositoryId: z.uuid() }),
    concurrency: 2,
    retryLimit: 10,
    run: workOnMergeQueue,
  }),
  defineJob({
    name: "follow-pull-requests",
    payload: z.object({ organizationId: z.uuid(), repositoryId: z.uuid() }),
    concurrency: 2,
    retryLimit: 5,
    retryDelayS: 30,
    run: followPulls,
  }),
  // Whoever looks after pushes puts it in line again.
  defineJob({
    name: "confirm-push",
    payload: z.object({ organizationId: z.uuid(), implementationId: z.uuid() }),
    concurrency: 2,
    retryLimit: 1,
    run: confirmPush,
  }),
];

export const implementationListeners = [onEvent("repository.indexed", followPullsOf)];
