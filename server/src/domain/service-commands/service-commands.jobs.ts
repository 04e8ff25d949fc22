import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { runCommandCheck } from "./checking/run-command-check.ts";

export const serviceCommandJobs = [
  defineJob({
    name: "check-service-commands",
    payload: z.object({ organizationId: z.uuid(), serviceId: z.uuid() }),
    concurrency: 2,
    // More than a check has attempts: it ends itself.
    retryLimit: 10,
    run: runCommandCheck,
  }),
];
