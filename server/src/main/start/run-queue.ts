import type { QueueDefinition } from "#server/platform/queue/queue.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

/**
 * A job is a turn in line and no run: whoever takes one works on whichever run is the next. So nobody waits behind
 * everything that another organization started before.
 */
export function runQueue(settings: Settings): QueueDefinition {
  return { name: "run-implementation", concurrency: settings.runs.parallel, retryLimit: 10 };
}
