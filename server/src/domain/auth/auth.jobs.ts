import { z } from "zod";

import { defineJob, type Job } from "#server/edge.ts";

import { sendPasswordChanged } from "./send-password-changed.ts";
import { sendPasswordReset } from "./send-password-reset.ts";

/** A letter to one person, who need not be in any organization. A mail server may be away for some minutes. */
const payload = z.object({ userId: z.uuid() });
const letter = { payload, concurrency: 2, retryLimit: 10 };

export const authJobs: readonly Job[] = [
  defineJob({ ...letter, name: "send-password-reset", run: sendPasswordReset }),
  defineJob({ ...letter, name: "send-password-changed", run: sendPasswordChanged }),
];
