import { celery } from "./frameworks/celery.ts";
import { csharpTriggers } from "./frameworks/csharp.ts";
import { ecmascriptCommands } from "./frameworks/ecmascript-commands.ts";
import { ecmascriptJobs } from "./frameworks/ecmascript-jobs.ts";
import { ecmascriptLoops } from "./frameworks/ecmascript-loops.ts";
import { ecmascriptMessages } from "./frameworks/ecmascript-messages.ts";
import { elixirTriggers } from "./frameworks/elixir.ts";
import { goCommands } from "./frameworks/go-commands.ts";
import { goJobs } from "./frameworks/go-jobs.ts";
import { goMessages } from "./frameworks/go-messages.ts";
import { javaJobs } from "./frameworks/java-jobs.ts";
import { javaMessages } from "./frameworks/java-messages.ts";
import { loops } from "./frameworks/loops.ts";
import { ownCsharpJobs, ownEcmascriptJobs, ownGoQueues, ownRustJobs, ownSchedulers } from "./frameworks/own-jobs.ts";
import { ownPythonJobs } from "./frameworks/own-python-jobs.ts";
import { phpTriggers } from "./frameworks/php.ts";
import { pythonCommands } from "./frameworks/python-commands.ts";
import { pythonJobs } from "./frameworks/python-jobs.ts";
import { pythonMessages } from "./frameworks/python-messages.ts";
import { rubyTriggers } from "./frameworks/ruby.ts";
import { rustTriggers } from "./frameworks/rust.ts";
import { timers } from "./frameworks/timers.ts";
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
  ...ecmascriptJobs,
  ...ecmascriptMessages,
  ...ecmascriptCommands,
  ...javaJobs,
  ...javaMessages,
  ...csharpTriggers,
  ...rubyTriggers,
  ...phpTriggers,
  ...elixirTriggers,
  ...rustTriggers,
  ...timers,
  ...loops,
  ...ecmascriptLoops,
  // Last: what a library means goes before what a name says.
  ownEcmascriptJobs,
  ownPythonJobs,
  ownCsharpJobs,
  ownGoQueues,
  ownRustJobs,
  ownSchedulers,
];
