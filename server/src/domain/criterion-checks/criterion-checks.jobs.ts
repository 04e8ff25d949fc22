import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { proposeChecks } from "./propose-checks.ts";

export const criterionCheckJobs = [
  defineJob({
    name: "propose-checks",
    payload: z.object({ organizationId: z.uuid(), projectId: z.uuid(), taskId: z.uuid() }),
    // Each takes a work copy with an install.
    concurrency: 1,
    retryLimit: 3,
    run: proposeChecks,
  }),
];
