import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { checkRepository } from "./check-repository.ts";
import { indexRepository } from "./index-repository.ts";

const payload = z.object({ organizationId: z.uuid(), repositoryId: z.uuid() });

export const indexingJobs = [
  defineJob({
    name: "index-repository",
    payload,
    // A push must not wait until somebody's huge first clone is through; more would only share the same processors.
    concurrency: 3,
    retryLimit: 4,
    run: indexRepository,
  }),
  defineJob({
    name: "check-repository",
    payload,
    // It waits for other machines more than it works.
    concurrency: 4,
    retryLimit: 2,
    retryDelayS: 30,
    run: checkRepository,
  }),
];
