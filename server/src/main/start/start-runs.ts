import { Worker } from "node:worker_threads";

import { createRunHost } from "#server/domain/implementations/agent/create-run-host.ts";
import { repairMerges } from "#server/domain/implementations/merge/repair-merges.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { findPublished } from "#server/domain/implementations/runs/find-published.ts";
import { listRunTickets } from "#server/domain/implementations/runs/list-run-tickets.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import type { QueuedJob } from "#server/platform/queue/queue.ts";
import type { SettingsOverrides } from "#server/platform/settings/parse-settings.ts";

import type { BuiltServices } from "./build-services.ts";
import { tools } from "./edges.ts";
import { answerThread, type HostQuestion } from "./run-host-messages.ts";
import { runQueue } from "./run-queue.ts";
import type { RunThreadAnswer, RunThreadData } from "./run-thread.ts";

/** The environment that this process was started with. */
interface StartEnvironment {
  env: Record<string, string | undefined>;
  overrides: SettingsOverrides;
}

/** How often it is looked whether every run is in line. */
const sweepMs = 30_000;
/** A thread that is told to stop ends its processes in this time. */
const stopGraceMs = 3_000;

/** Works on runs, each in a thread of its own, and keeps every run in line; answers how to stop. */
export async function startRuns(built: BuiltServices, start: StartEnvironment): Promise<{ stop(): void }> {
  const { queue, services } = built;
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: "runs",
    signal: new AbortController().signal,
  });
  const host = createRunHost(ctx, tools);
  await queue.work(runQueue(services.settings), async (job) => {
    const { implementationId: ticket } = job.data as { implementationId: string };
    const lease = await claimRun(services, ticket);
    if (lease !== null) await driveRun(built, { start, lease, job, host });
  });
  const sweep = async () => {
    try {
      await lookAfterPushes(ctx);
      await repairMerges(ctx);
      for (const ticket of await listRunTickets(services)) {
        await services.enqueue(services.wholeDb, "run-implementation", { implementationId: ticket }, ticket);
      }
    } catch (error) {
      services.log.warn({ error }, "looking after runs did not work this time");
    }
  };
  await sweep();
  const timer = setInterval(() => void sweep(), sweepMs).unref();
  return { stop: () => clearInterval(timer) };
}

async function driveRun(
  { connectionString, runtimeRole, services }: BuiltServices,
  { start, lease, job, host }: { start: StartEnvironment; lease: RunLease; job: QueuedJob; host: RunHost },
): Promise<void> {
  const { isLastTry, signal } = job;
  const contextTokens = services.model === null ? null : (await services.model.capabilities()).contextTokens;
  const data: RunThreadData = { ...start, connectionString, role: runtimeRole.role, lease, contextTokens, isLastTry };
  const outcome = await runInThread({ ...data, env: { ...start.env } }, { signal, host });
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

/** Null when the thread was stopped or broke off. What it started ends with it. */
async function runInThread(
  data: RunThreadData,
  { signal, host }: { signal: AbortSignal; host: RunHost },
): Promise<RunThreadAnswer["outcome"]> {
  const { promise, resolve } = Promise.withResolvers<RunThreadAnswer["outcome"]>();
  const thread = new Worker(new URL("./run-thread.ts", import.meta.url), { workerData: data });
  const onAbort = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage("stop");
    setTimeout(() => resolve(null), stopGraceMs).unref();
  };
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  thread.on("message", (message: RunThreadAnswer | HostQuestion) => {
    if (message.kind === "end") resolve(message.outcome);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    else void answerThread(host, message).then((answer) => thread.postMessage(answer));
  });
  thread.once("error", () => resolve(null));
  thread.once("exit", () => resolve(null));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await thread.terminate();
  }
}
