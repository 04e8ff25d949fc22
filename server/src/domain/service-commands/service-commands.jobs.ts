import { z } from "zod";

import { defineJob, onEvent } from "#server/edge.ts";

import { runCommandCheck } from "./checking/run-command-check.ts";
import { findServiceCommands } from "./finding/find-service-commands.ts";
import { findCommandsIn, findCommandsOf } from "./finding/start-finding.ts";

const serviceKey = z.object({ organizationId: z.uuid(), serviceId: z.uuid() });

export const serviceCommandJobs = [
  defineJob({
    name: "find-service-commands",
    payload: serviceKey,
    concurrency: 2,
    retryLimit: 3,
    run: findServiceCommands,
  }),
  defineJob({
    name: "check-service-commands",
    payload: serviceKey,
    concurrency: 2,
    // More than a check has attempts: it ends itself.
    retryLimit: 10,
    run: runCommandCheck,
  }),
];

export const serviceCommandListeners = [
  onEvent("repository.indexed", findCommandsIn),
  onEvent("service.changed", findCommandsOf),
];
