import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { crawlTopics } from "./crawl-topics.ts";
import { indexTopics } from "./index-topics.ts";
import { removeContextFiles } from "./remove-context.ts";

export const externalContextJobs = [
  defineJob({
    name: "crawl-topics",
    payload: z.object({ organizationId: z.uuid() }),
    // It waits for other machines more than it works.
    concurrency: 3,
    retryLimit: 4,
    run: crawlTopics,
  }),
  defineJob({
    name: "index-topics",
    payload: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
    concurrency: 1,
    retryLimit: 4,
    run: indexTopics,
  }),
  defineJob({
    name: "remove-context-files",
    payload: z.object({ organizationId: z.uuid().optional(), projectId: z.uuid() }),
    concurrency: 1,
    // A disk that cannot be written to for a while must not leave files for ever.
    retryLimit: 100,
    run: removeContextFiles,
  }),
];
