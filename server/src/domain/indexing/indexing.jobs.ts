import { z } from "zod";

import { defineJob } from "../../edge.ts";
import { indexRepository } from "./index-repository.ts";

export const indexingJobs = [
  defineJob({
    name: "index-repository",
    payload: z.object({ organizationId: z.uuid(), repositoryId: z.uuid() }),
    concurrency: 1,
    retryLimit: 4,
    run: indexRepository,
  }),
];
