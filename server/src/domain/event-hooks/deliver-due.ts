import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import { requestPinned } from "#server/platform/egress/request-pinned.ts";

import { hookContext, openAddress } from "./describe-hook.ts";
import {
  endWaiting,
  noteArrival,
  noteFailure,
  takeDueDeliveries,
  updateDelivery,
  updateHook,
  type EventHookRow,
  type HookDeliveryRow,
} from "./event-hooks.store.ts";
import { signMessage } from "./sign-message.ts";

const minuteMs = 60_000;
/** Between two tries, the first one at the front; after the last one it is given up. */
const pausesMs = [0.5, 5, 30, 120, 300, 600, 840].map((minutes) => minutes * minuteMs);
/** An address at which nothing arrives for so long is told nothing any more. */
const maxFailingMs = 5 * 24 * 60 * minuteMs;
/** As long as a try may take, and whoever makes it be away. */
const timeoutMs = 10_000;
const leaseMs = 2 * minuteMs;
const limits = { all: 40, perOrganization: 8, perHook: 2 };

/**
 * Begins to send what is due to whoever wants to be told, each message by one of several that do this at once. Who waits for
 * `ended` waits for the slowest; it never rejects.
 */
export async function deliverDue(ctx: Ctx): Promise<{ ended: Promise<void> }> {
  const now = ctx.now();
  const until = new Date(now.getTime() + leaseMs);
  const due = await takeDueDeliveries(ctx.wholeDb, { now, until, limits });
  const sent = due.map(async ({ delivery, hook }) => {
    try {
      await deliver(ctx, delivery, hook);
    } catch (error) {
      const { deliveryId } = delivery;
      if (!ctx.signal.aborted) ctx.log.warn({ error, deliveryId }, "telling a webhook did not work this time");
    }
  });
  return { ended: Promise.all(sent).then(() => undefined) };
}

async function deliver(ctx: Ctx, delivery: HookDeliveryRow, hook: EventHookRow): Promise<void> {
  const { organizationId } = hook;
  const acting = withActor(ctx, { kind: "system", organizationId });
  const tried = await send(acting, delivery, hook);
  if (ctx.signal.aborted) return;
  const { status: responseStatus, problem } = tried;
  const now = ctx.now();
  await acting.db.transaction(async (tx) => {
    if (problem === null) {
      await updateDelivery(tx, delivery, { state: "delivered", dueAt: null, responseStatus, problem });
      await noteArrival(tx, hook);
      return;
    }
    const pause = responseStatus === 410 ? undefined : pausesMs[delivery.attempts - 1];
    const dueAt = pause === undefined ? null : new Date(now.getTime() + pause);
    const state = dueAt === null ? "failed" : "waiting";
    await updateDelivery(tx, delivery, { state, dueAt, responseStatus, problem });
    const failing = await noteFailure(tx, hook, now);
    if (failing === null) return;
    const failingSince = failing.failingSince ?? now;
    const reason = findEnd({ status: responseStatus, failingMs: now.getTime() - failingSince.getTime() });
    if (reason === null) return;
    if (failing.isEnabled) await updateHook(tx, hook, { isEnabled: false, disabledReason: reason });
    await endWaiting(tx, hook, problem);
  });
}

/** Why an address is told nothing any more; null while it is. */
function findEnd({ status, failingMs }: { status: number | null; failingMs: number }): string | null {
  if (status === 410) return "It answered that it is gone for good (410).";
  return failingMs >= maxFailingMs ? "Nothing arrived there for five days." : null;
}

interface TriedDelivery {
  status: number | null;
  /** Null where it arrived. */
  problem: string | null;
}

async function send(ctx: Ctx, delivery: HookDeliveryRow, hook: EventHookRow): Promise<TriedDelivery> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const checked = await ctx.egress.checkUrl(openAddress(ctx, hook));
    const body = writeBody(ctx, delivery);
    const secret = ctx.secrets.open(hook.sealedSecret, hookContext(hook));
    const headers = {
      ...signMessage(secret, { id: delivery.deliveryId, sentAt: ctx.now(), body }),
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": "cairn-webhook",
    };
    const signal = AbortSignal.any([ctx.signal, late]);
    const answered = Promise.withResolvers<number>();
    const request = requestPinned(checked, { method: "POST", headers, signal });
    request.on("response", (response) => {
      answered.resolve(response.statusCode ?? 0);
      // What it says is nobody's business, and may be endless.
      response.destroy();
    });
    request.on("error", answered.reject);
    request.end(body);
    const status = await answered.promise;
    return { status, problem: status >= 200 && status < 300 ? null : `It was answered with status ${status}.` };
  } catch (error) {
    if (error instanceof AppError) return { status: null, problem: error.message };
    // The request itself only tells that it was broken off.
    const problem = late.aborted ? "It did not answer within ten seconds." : "The address could not be reached.";
    return { status: null, problem };
  }
}

/** The same for each try: what it says happened once. */
function writeBody({ settings }: Ctx, { type, createdAt, data }: HookDeliveryRow): string {
  const product = `${settings.addresses.clientHost}/o/${data["organizationId"]}/p/${data["projectId"]}`;
  const url = `${product}${pathWithin(data)}`;
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { ...data, url } });
}

/** Where in the product the message is about something; "" for the product itself. */
function pathWithin({ taskId, implementationId, changeId }: HookDeliveryRow["data"]): string {
  if (taskId !== undefined) return `/review/${taskId}?implementationId=${implementationId}`;
  return changeId === undefined ? "" : "/setup/architecture";
}
