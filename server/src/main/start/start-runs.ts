import { createRunHost } from "#server/domain/implementations/agent/create-run-host.ts";
import { wakeMergeQueues } from "#server/domain/implementations/merge-queue/wake-merge-queues.ts";
import { repairMerges } from "#server/domain/implementations/merge/repair-merges.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { followBranches } from "#server/domain/implementations/reviewer-commits/follow-branches.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { findPublished } from "#server/domain/implementations/runs/find-published.ts";
import { listRunTickets } from "#server/domain/implementations/runs/list-run-tickets.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import type { QueuedJob } from "#server/platform/queue/queue.ts";
import type { SettingsOverrides } from "#server/platform/settings/parse-settings.ts";

import type { BuiltServices } from "./build-services.ts";
import { tools } from "./edges.ts";
import { repeat } from "./repeat.ts";
import { runQueue } from "./run-queue.ts";
import { createRunThreads, type RunThreads } from "./run-threads.ts";

/** The environment that this process was started with. */
interface StartEnvironment {
  env: Record<string, string | undefined>;
  overrides: SettingsOverrides;
}

/** How often it is looked whether every run is in line. */
const sweepMs = 30_000;

/** Works on runs, in threads beside this one, and keeps every run in line; answers how to stop. */
export async function startRuns(built: BuiltServices, start: StartEnvironment): Promise<{ stop(): Promise<void> }> {
  const { queue, services } = built;
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: "runs",
    signal: new AbortController().signal,
  });
  const { connectionString, runtimeRole } = built;
  const data = { ...start, env: { ...start.env }, connectionString, role: runtimeRole.role };
  const threads = createRunThreads(data, createRunHost(ctx, tools), {
    onError: (error) => services.log.warn({ error }, "a thread of runs broke off"),
  });
  await queue.work(runQueue(services.settings), async (job) => {
    const { implementationId: ticket } = job.data as { implementationId: string };
    const lease = await claimRun(services, ticket);
    if (lease !== null) await driveRun(services, { lease, job, threads });
  });
  const stopped = new AbortController();
  const mend = async () => {
    try {
      await repairMerges({ ...ctx, signal: stopped.signal });
      await wakeMergeQueues(ctx);
    } catch (error) {
      if (!stopped.signal.aborted) services.log.warn({ error }, "looking after merges did not work this time");
    }
  };
  const follow = async () => {
    try {
      await followBranches({ ...ctx, signal: stopped.signal });
    } catch (error) {
      if (!stopped.signal.aborted) services.log.warn({ error }, "looking after branches did not work this time");
    }
  };
  const sweep = async () => {
    try {
      await lookAfterPushes(ctx);
      for (const ticket of await listRunTickets(services)) {
        await services.enqueue(services.wholeDb, "run-implementation", { implementationId: ticket }, ticket);
      }
    } catch (error) {
      services.log.warn({ error }, "looking after runs did not work this time");
    }
  };
  await sweep();
  // Merges elsewhere wait for hosts that may hang, branches lie in any number of repositories: nothing else waits for them.
  const apart = [repeat(mend, sweepMs), repeat(follow, sweepMs)];
  for (const one of apart) one.start();
  const sweeps = [repeat(sweep, sweepMs), ...apart];
  return {
    async stop() {
      stopped.abort();
      const ended = sweeps.map((one) => one.stop());
      await threads.close();
      await Promise.all(ended);
    },
  };
}

async function driveRun(
  services: BuiltServices["services"],
  { lease, job, threads }: { lease: RunLease; job: QueuedJob; threads: RunThreads },
): Promise<void> {
  const contextTokens = services.model === null ? null : (await services.model.capabilities()).contextTokens;
  const outcome = await threads.work({ lease, contextTokens, isLastTry: job.isLastTry }, job.signal);
  await sweepAfter(services);
  if (outcome === null) throw new Error("The run is worth another try");
  const published = outcome === "completed" ? await findPublished(services, lease) : null;
  if (published === null) return;
  // As after a push: the new branch shows.
  await services.enqueue(services.wholeDb, "index-repository", published, published.repositoryId);
}

/** A thread that broke off, and every thread's own folder, would lie there until the hourly sweep. */
async function sweepAfter({ sandbox, log }: BuiltServices["services"]): Promise<void> {
  await sandbox.sweep().catch((error: unknown) => {
    log.warn({ error }, "removing what a run left did not work this time");
  });
}
