import { z } from "zod";

import { defineJob, type Job } from "#server/edge.ts";

import { sendNeeds } from "./send-needs.ts";

export const needJobs: readonly Job[] = [
  // A mail server may be away for some minutes; the next letter tells what this one could not.
  defineJob({
    name: "send-needs",
    payload: z.object({ userId: z.uuid() }),
    concurrency: 2,
    retryLimit: 10,
    run: sendNeeds,
  }),
];
