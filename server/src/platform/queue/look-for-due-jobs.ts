import { setTimeout as wait } from "node:timers/promises";

import type { PgBoss } from "pg-boss";

import type { Logger } from "#server/platform/log/logger.ts";

/** The queues that this process works on, each with its workers. */
export type WorkersOfQueues = ReadonlyMap<string, readonly string[]>;

/**
 * Wakes the workers of queues that hold a job which is due, every so many seconds until the signal is aborted; then it
 * resolves. What is put in line wakes them by itself, so this finds retries and what was handed back. It is one question
 * for all of them: if each worker asked for itself, a product without work would be busy with nothing but asking.
 */
export async function lookForDueJobs(
  boss: PgBoss,
  { workers, seconds, log, signal }: { workers: WorkersOfQueues; seconds: number; log: Logger; signal: AbortSignal },
): Promise<void> {
  while (await pause(seconds, signal)) {
    try {
      const { rows } = await boss.getDb().executeSql(queuesWithDueJobs, [[...workers.keys()]]);
      for (const { name } of rows as { name: string }[]) {
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
      }
    } catch (error) {
      if (!signal.aborted) log.error({ error }, "queue error");
    }
  }
}

/** Looks no further than the first such job of each, however many wait. */
const queuesWithDueJobs = `
  select asked.name from unnest($1::text[]) asked (name)
  where exists (
    select 1 from pgboss.job
    where job.name = asked.name and job.state < 'active' and not job.blocked and job.start_after <= pgboss.job_now()
  )`;

/** Whether nobody stopped it. */
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  return await wait(seconds * 1000, true, { signal }).catch(() => false);
}
