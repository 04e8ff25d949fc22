import { z } from "zod";

import type { Actor } from "#server/ctx.ts";
import type { EventListener, Job } from "#server/edge.ts";
import type { DomainEvents, EventName } from "#server/events.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import type { Queue, QueueDefinition, QueuedJob } from "#server/platform/queue/queue.ts";

const listenerRetryLimit = 4;

/** Every queue of the product must exist before anybody puts a job in line. */
export async function defineQueues(
  queue: Queue,
  parts: { jobs: readonly Job[]; listeners: readonly EventListener[] },
): Promise<void> {
  for (const job of parts.jobs) await queue.define(job);
  for (const listener of parts.listeners) await queue.define(toQueue(listener));
}

/** Starts working on everything in line. Each job acts as the system of the organization it names, or as nobody. */
export async function startWork(
  queue: Queue,
  parts: { jobs: readonly Job[]; listeners: readonly EventListener[] },
  services: Services,
): Promise<void> {
  for (const job of parts.jobs) {
    await queue.work(job, async (queued) => {
      const payload = job.payload.parse(queued.data);
      await job.run(jobCtx(services, payload.organizationId, queued), payload, queued);
    });
  }
  for (const listener of parts.listeners) {
    await queue.work(toQueue(listener), async (queued) => {
      const { organizationId } = eventPayload.parse(queued.data);
      const ctx = jobCtx(services, organizationId, queued);
      await listener.run(ctx, queued.data as DomainEvents[EventName]);
    });
  }
}

/** Puts one job in line for each listener of the event. */
export function createPublish(queue: Queue, listeners: readonly EventListener[]): Services["publish"] {
  return async (db, name, payload) => {
    for (const listener of listeners) {
      if (listener.event === name) await queue.enqueue(db, toQueue(listener).name, payload, listener.key(payload));
    }
  };
}

const eventPayload = z.looseObject({ organizationId: z.uuid() });

function toQueue(listener: EventListener): QueueDefinition {
  return { name: `on-${listener.name}`, concurrency: 1, retryLimit: listenerRetryLimit };
}

function jobCtx(services: Services, organizationId: string | undefined, queued: QueuedJob) {
  const actor: Actor = organizationId ? { kind: "system", organizationId } : { kind: "anonymous" };
  return createCtx(services, { actor, requestId: services.newId(), signal: queued.signal });
}
