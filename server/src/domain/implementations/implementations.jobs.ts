import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { prepareDocuments } from "./documents/prepare-documents.ts";

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
];
