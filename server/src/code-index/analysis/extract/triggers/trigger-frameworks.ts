import { celery } from "./frameworks/celery.ts";
import { goCommands } from "./frameworks/go-commands.ts";
import { goJobs } from "./frameworks/go-jobs.ts";
import { goMessages } from "./frameworks/go-messages.ts";
import { pythonCommands } from "./frameworks/python-commands.ts";
import { pythonJobs } from "./frameworks/python-jobs.ts";
import { pythonMessages } from "./frameworks/python-messages.ts";
import type { TriggerFramework } from "./trigger-framework.ts";

/** All frameworks for jobs, messages and commands that are read by their rules. */
export const triggerFrameworks: readonly TriggerFramework[] = [
  celery,
  ...pythonJobs,
  ...pythonMessages,
  ...pythonCommands,
  ...goJobs,
  ...goMessages,
  ...goCommands,
];
