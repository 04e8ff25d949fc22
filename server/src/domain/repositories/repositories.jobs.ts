import { z } from "zod";

import { defineJob } from "../../edge.ts";
import { removeRepositoryFiles } from "./remove-repository-files.ts";

export const repositoryJobs = [
  defineJob({
    name: "remove-repository-files",
    payload: z.object({ organizationId: z.uuid().optional(), repositoryId: z.uuid() }),
    concurrency: 2,
    // A disk that cannot be written to for a while must not leave files for ever.
    retryLimit: 100,
    run: removeRepositoryFiles,
  }),
];
