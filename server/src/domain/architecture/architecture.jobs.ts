import { z } from "zod";

import { defineJob, onEvent } from "#server/edge.ts";

import { startWatching, watchArchitecture } from "./watch-architecture.ts";

export const architectureJobs = [
  defineJob({
    name: "watch-architecture",
    payload: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
    concurrency: 2,
    retryLimit: 3,
    run: watchArchitecture,
  }),
];

export const architectureListeners = [
  onEvent("repository.indexed", startWatching),
  onEvent("service.changed", startWatching),
];
