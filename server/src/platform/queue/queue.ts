import { AppError } from "@cairn/contract/errors";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss, type JobWithMetadata } from "pg-boss";

import type { Db } from "#server/platform/db/open-db.ts";
import type { Logger } from "#server/platform/log/logger.ts";

import { lookForDueJobs } from "./look-for-due-jobs.ts";
import { stopCachingActiveKeys } from "./stop-caching-active-keys.ts";

/** One kind of work. Jobs with the same key never run at once, and at most one waits behind the running one. */
export interface QueueDefinition {
  name: string;
  /** How many jobs of this kind run at once in one process. */
  concurrency: number;
  /** Tries after the first failure with a retryable error. */
  retryLimit: number;
  /** Before the second try; doubled with every further one. Two seconds unless said. */
  retryDelayS?: number;
}

export interface QueuedJob {
  data: unknown;
  /** Aborted when the job is cancelled, its lease is lost or the process stops. */
  signal: AbortSignal;
  /** True when a failure now is final. */
  isLastTry: boolean;
}

/** Of what can wait, that is said with it. */
export type JobKey = string | { key: string; canWait: boolean };

export interface Queue {
  define(definition: QueueDefinition): Promise<void>;
  /**
   * Puts a job in line inside the caller's transaction. A job of the same kind and key that is already waiting
   * serves for both. What can wait gives way to all of its kind that does not say so.
   */
  enqueue(db: Db, name: string, data: object, key: JobKey): Promise<void>;
  work(definition: QueueDefinition, run: (job: QueuedJob) => Promise<void>): Promise<void>;
  /** Hands jobs of processes that are gone back to the queue at once; only when no other worker can exist. */
  reclaim(db: Db): Promise<void>;
  /** Waits up to `timeoutMs` for running jobs, which see their signal aborted, then lets go. */
  stop(timeoutMs: number): Promise<void>;
}

/** A worker that was silent this long has lost its job to another. The engine's smallest value is 10. */
const heartbeatSeconds = 12;
const superviseSeconds = 5;
/** New jobs wake workers at once; retries and jobs taken over are found by looking this often. */
const defaultPollSeconds = 1;
/** A worker that nobody wakes looks for itself. */
const leastWorkerPollSeconds = 300;

/** Less than that of jobs which say nothing. */
const lowPriority = -1;

/** The durable engine (pg-boss) on the product's own PostgreSQL: leases with heartbeats, NOTIFY, retries. */
export async function openQueue(options: {
  connectionString: string;
  log: Logger;
  pollSeconds?: number;
}): Promise<Queue> {
  const pollSeconds = options.pollSeconds ?? defaultPollSeconds;
  const boss = new PgBoss({
    connectionString: options.connectionString,
    max: 4,
    // On a busy machine whoever asks waits for a connection, which is no error.
    connectionTimeoutMillis: 30_000,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on("error", (error) => options.log.error({ error }, "queue error"));
  await boss.start();
  await stopCachingActiveKeys(boss);
  const stopping = new AbortController();
  const workers = new Map<string, string[]>();
  const { signal: stopSignal } = stopping;
  const looking = lookForDueJobs(boss, { workers, seconds: pollSeconds, log: options.log, signal: stopSignal });

  return {
    define: (definition) => defineQueue(boss, definition),
    async enqueue(db, name, data, asked) {
      const { key, canWait } = typeof asked === "string" ? { key: asked, canWait: false } : asked;
      const priority = canWait ? lowPriority : 0;
      const own = { singletonKey: key, group: { id: key }, priority, db: fromDrizzle(db, sql) };
      const isSent = (await boss.send(name, data, own)) !== null;
      if (isSent || canWait) return;
      // The one that waits serves for this too, which gives way to nothing.
      await db.execute(
        sql`update pgboss.job set priority = 0
            where name = ${name} and singleton_key = ${key} and state in ('created', 'retry') and priority < 0`,
      );
    },
    async work(definition, run) {
      for (let n = 0; n < definition.concurrency; n += 1) {
        const worker = await startWorker(boss, definition.name, pollSeconds, async (job) => {
          const signal = AbortSignal.any([job.signal, stopSignal]);
          const isLastTry = job.retryCount >= job.retryLimit;
          await runOnce(() => run({ data: job.data, signal, isLastTry }), options.log, definition.name);
        });
        workers.set(definition.name, [...(workers.get(definition.name) ?? []), worker]);
      }
    },
    reclaim: requeueActiveJobs,
    async stop(timeoutMs) {
      stopping.abort(serverStops);
      await looking;
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}

/**
 * Runs one job at a time, the next one without delay. A key is a group of its own, and a job is taken only while no job
 * of its group is active: what waits for a key neither starts early nor keeps jobs of other keys from starting.
 */
async function startWorker(
  boss: PgBoss,
  name: string,
  pollSeconds: number,
  run: (job: JobWithMetadata<unknown>) => Promise<void>,
): Promise<string> {
  const workerPollSeconds = Math.max(pollSeconds, leastWorkerPollSeconds);
  const options = {
    includeMetadata: true,
    groupConcurrency: 1,
    pollingIntervalSeconds: workerPollSeconds,
    notifyPollingIntervalSeconds: workerPollSeconds,
  } as const;
  const workerId = await boss.work(name, options, async ([job]: JobWithMetadata<unknown>[]) => {
    if (!job) return;
    try {
      await run(job);
    } finally {
      // Without this the worker would rest until it polls again, while the next job of this key can start now.
      boss.notifyWorker(workerId);
    }
  });
  return workerId;
}

/**
 * A queue holds one job a key in each state, so a job whose twin already waits for its next try gives way to the twin,
 * which then starts at once. Repeating it, or being cut off between the steps, does no harm.
 */
async function requeueActiveJobs(db: Db): Promise<void> {
  const isTwin = sql`twin.name = job.name and twin.singleton_key is not distinct from job.singleton_key`;
  await db.execute(
    sql`update pgboss.job set start_after = now() where state = 'retry'
        and exists (select 1 from pgboss.job twin where twin.state = 'active' and ${isTwin})`,
  );
  await db.execute(
    sql`update pgboss.job set state = 'cancelled', completed_on = now() where state = 'active'
        and exists (select 1 from pgboss.job twin where twin.state = 'retry' and ${isTwin})`,
  );
  await db.execute(
    sql`update pgboss.job set state = 'retry', start_after = now(), retry_count = greatest(retry_count - 1, 0)
        where state = 'active'`,
  );
}

const serverStops = new AppError("unavailable", { message: "The server is stopping" });
const defaultRetryDelayS = 2;
const maxRetryDelayS = 60;

async function defineQueue(boss: PgBoss, definition: QueueDefinition): Promise<void> {
  const options = {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelayS ?? defaultRetryDelayS,
    retryBackoff: true,
    retryDelayMax: maxRetryDelayS,
    expireInSeconds: 6 * 3600,
    heartbeatSeconds,
    notify: true,
    deleteAfterSeconds: 24 * 3600,
  };
  await boss.createQueue(definition.name, { policy: "stately", ...options });
  await boss.updateQueue(definition.name, options);
}

/**
 * A final error ends the job here, because the operation has already stored what people need to know; only what is
 * worth a retry reaches the queue.
 */
async function runOnce(run: () => Promise<void>, log: Logger, name: string): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof AppError && !error.isRetryable) {
      log.warn({ error, queue: name }, "job ended without success");
      return;
    }
    if (error === serverStops) log.info({ queue: name }, "job is left for the next start");
    else log.error({ error, queue: name }, "job failed");
    // The engine keeps what it is given in the database, for a day: not the text of a failed statement with its values.
    // oxlint-disable-next-line preserve-caught-error -- exactly that must not get there
    throw new Error("The job failed; the log says why");
  }
}
