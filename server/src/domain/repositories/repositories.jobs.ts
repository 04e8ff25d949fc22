import { z } from "zod";

import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { defineJob } from "#server/edge.ts";

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
