import { z } from "zod";

import { defineJob, onEvent } from "../../edge.ts";
import { startPages } from "./start-pages.ts";
import { writePages } from "./write-pages.ts";

export const artifactJobs = [
  defineJob({
    name: "write-pages",
    payload: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
    concurrency: 1,
    retryLimit: 3,
    run: writePages,
  }),
];

export const artifactListeners = [
  onEvent("repository.indexed", {
    name: "write-pages-of-indexed-repository",
    key: (event) => event.projectId,
    run: startPages,
  }),
  onEvent("repository.deleted", {
    name: "write-pages-of-deleted-repository",
    key: (event) => event.projectId,
    run: startPages,
  }),
  onEvent("service.changed", {
    name: "write-pages-of-changed-service",
    key: (event) => event.projectId,
    run: startPages,
  }),
];
