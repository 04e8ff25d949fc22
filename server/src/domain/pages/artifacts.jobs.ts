import { z } from "zod";

import { crawlArtifact } from "#server/domain/pages/editing/crawl-artifact.ts";
import { startPages } from "#server/domain/pages/writing/start-pages.ts";
import { writeArtifact } from "#server/domain/pages/writing/write-artifact.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { defineJob, onEvent } from "#server/edge.ts";

const pagePayload = z.object({ organizationId: z.uuid(), artifactId: z.uuid() });

export const artifactJobs = [
  defineJob({
    name: "write-pages",
    payload: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
    concurrency: 1,
    retryLimit: 3,
    run: writePages,
  }),
  defineJob({ name: "write-artifact", payload: pagePayload, concurrency: 2, retryLimit: 3, run: writeArtifact }),
  defineJob({ name: "crawl-artifact", payload: pagePayload, concurrency: 2, retryLimit: 3, run: crawlArtifact }),
];

export const artifactListeners = [
  onEvent("repository.indexed", startPages),
  onEvent("repository.deleted", startPages),
  onEvent("service.changed", startPages),
];
