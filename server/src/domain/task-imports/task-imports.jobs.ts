import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { importTasks } from "./import-tasks.ts";

export const taskImportJobs = [
  defineJob({
    name: "import-tasks",
    payload: z.object({ organizationId: z.uuid(), importId: z.uuid() }),
    concurrency: 2,
    retryLimit: 5,
    run: importTasks,
  }),
];
