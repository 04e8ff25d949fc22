import { z } from "zod";

import { defineJob } from "#server/edge.ts";

import { sendInvite } from "./send-invite.ts";

export const memberJobs = [
  defineJob({
    name: "send-invite",
    payload: z.object({ organizationId: z.uuid(), inviteId: z.uuid() }),
    concurrency: 4,
    // About six minutes: servers that put strangers off take a letter when it comes again after five.
    retryLimit: 10,
    run: sendInvite,
  }),
];
