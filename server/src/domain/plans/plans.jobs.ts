import { z } from "zod";

import { defineJob, onEvent } from "#server/edge.ts";

import { proposeTasks } from "./propose-tasks.ts";
import { resumePlans } from "./resume-plans.ts";

export const planJobs = [
  defineJob({
    name: "propose-tasks",
    payload: z.object({ organizationId: z.uuid(), planId: z.uuid() }),
    concurrency: 2,
    retryLimit: 2,
    run: proposeTasks,
  }),
];

export const planListeners = [onEvent("repository.indexed", resumePlans)];
