import type { Actor } from "#server/ctx.ts";
import type { EventListener, Job, ListenerCtx } from "#server/edge.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import type { Queue, QueueDefinition, QueuedJob } from "#server/platform/queue/queue.ts";

/** Every queue of the product must exist before anybody puts a job in line. */
export async function defineQueues(queue: Queue, jobs: readonly QueueDefinition[]): Promise<void> {
  for (const job of jobs) await queue.define(job);
}

/** Starts working on everything in line. Each job acts as the system of the organization it names, or as nobody. */
export async function startWork(queue: Queue, jobs: readonly Job[], services: Services): Promise<void> {
  for (const job of jobs) {
    await queue.work(job, async (queued) => {
      const payload = job.payload.parse(queued.data);
      await job.run(jobCtx(services, payload.organizationId, queued), payload, queued);
    });
  }
}

/** Runs every listener of the event, one after the other. */
export function createPublish(listeners: readonly EventListener[], ctx: ListenerCtx): Services["publish"] {
  return async (db, name, payload) => {
    for (const listener of listeners) {
      if (listener.event === name) await listener.run(ctx, db, payload);
    }
  };
}

function jobCtx(services: Services, organizationId: string | undefined, queued: QueuedJob) {
  const actor: Actor = organizationId ? { kind: "system", organizationId } : { kind: "anonymous" };
  return createCtx(services, { actor, requestId: services.newId(), signal: queued.signal });
}
