import { z } from "zod";

import { defineJob, onEvent } from "#server/edge.ts";

import { removeFiles } from "./remove-unused-files.ts";
import { removeUploads } from "./remove-uploads.ts";
import { sweepOrganizationFiles } from "./sweep-unused-files.ts";

export const fileJobs = [
  defineJob({
    name: "remove-uploads",
    payload: z.object({ organizationId: z.uuid().optional(), formerOrganizationId: z.uuid() }),
    concurrency: 1,
    // A disk that cannot be written to for a while must not leave files for ever.
    retryLimit: 100,
    run: removeUploads,
  }),
  defineJob({
    name: "remove-files",
    payload: z.object({ organizationId: z.uuid(), filenames: z.string() }),
    concurrency: 1,
    retryLimit: 100,
    run: removeFiles,
  }),
  defineJob({
    name: "remove-unused-files",
    payload: z.object({ organizationId: z.uuid() }),
    concurrency: 1,
    retryLimit: 4,
    run: sweepOrganizationFiles,
  }),
];

export const fileListeners = [
  onEvent("member.gone", (ctx, db, { organizationId }) =>
    ctx.enqueue(db, "remove-unused-files", { organizationId }, organizationId),
  ),
];
