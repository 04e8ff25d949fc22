import type { Actor, Ctx } from "#server/ctx.ts";

/** Everything of a Ctx that is the same for all requests of a process; nothing that one actor sees. */
export type Services = Omit<Ctx, "actor" | "db" | "signal">;

/** The Ctx of one request or job: who acts, what it logs as, and when nobody waits any more. */
export function createCtx(services: Services, request: { actor: Actor; requestId: string; signal: AbortSignal }): Ctx {
  return {
    ...services,
    actor: request.actor,
    db: services.databaseFor(request.actor),
    signal: request.signal,
    log: services.log.child({ requestId: request.requestId }),
  };
}
