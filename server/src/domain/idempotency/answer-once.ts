import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { claimKey, findKey, keepAnswer, releaseKey, type KeyOwner } from "./idempotency.store.ts";

/** What a call was answered: enough to answer it once more. */
export interface KeptAnswer {
  status: number;
  /** Null for an empty one. */
  body: string | null;
}

export interface OnceInput {
  /** What the caller sent as Idempotency-Key. */
  key: string;
  /** What makes it the same request: method, path with query, and body. */
  request: { method: string; address: string; body: Uint8Array };
}

const lifetimeMs = 24 * 3_600_000;
/** A process that has not answered by then never will. */
const silenceMs = 60_000;
const pollMs = 100;
const maxPolls = 100;
const keyPattern = /^[\x20-\x7e]{1,255}$/;

/** Answers given before this moment are forgotten. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - lifetimeMs);
}

/**
 * Has `run` answer the first request with a key, and gives the same answer to every other one like it, also to those
 * that come while the first is still being answered. An answer that a later try may better (5xx, 429, one nobody waited
 * for) is not kept. `run` must not throw what it can answer.
 */
export async function answerOnce(ctx: Ctx, input: OnceInput, run: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  const userId = ctx.actor.kind === "agent" ? ctx.actor.userId : requireUserId(ctx);
  const { key } = input;
  if (!keyPattern.test(key)) {
    throw new AppError("invalid_input", { message: "Idempotency-Key must be 1 to 255 printable ASCII characters" });
  }
  const requestHash = hashRequest(input.request);
  let found: Awaited<ReturnType<typeof findKey>> = null;
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const claimedAt = ctx.now();
    const silentSince = new Date(claimedAt.getTime() - silenceMs);
    const claim = { userId, key, requestHash, claimedAt, keptSince: keptSince(claimedAt), silentSince };
    const mayBeFree = found === null || found.createdAt < silentSince;
    if (mayBeFree && (await claimKey(ctx.db, claim))) return await runAndKeep(ctx, claim, run);
    found = await findKey(ctx.db, claim);
    if (found && found.requestHash !== requestHash) throw otherRequest();
    if (found && found.status !== null) return replay(ctx, { userId, key }, { ...found, status: found.status });
    if (found) await nextPoll(ctx);
  }
  const message = "The first request with this Idempotency-Key is still being answered. Try again in a moment.";
  throw new AppError("conflict", { message, details: { retryAfterS: 1 } });
}

function hashRequest({ method, address, body }: OnceInput["request"]): string {
  return createHash("sha256").update(`${method} ${address}\n`).update(body).digest("hex");
}

function otherRequest(): AppError {
  const message = "This Idempotency-Key was used with another request. Use a new key for a new request.";
  return new AppError("unprocessable", { message });
}

async function runAndKeep(
  ctx: Ctx,
  claim: KeyOwner & { claimedAt: Date },
  run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  try {
    const answer = await run();
    const { status, body } = answer;
    // What the request did is done: that its answer cannot be kept must not look like a failure.
    const sealedBody = body === null ? null : ctx.secrets.seal(body, contextOf(claim));
    const kept = isLasting(status) ? keepAnswer(ctx.db, claim, { status, sealedBody }) : releaseKey(ctx.db, claim);
    await kept.catch((error: unknown) => ctx.log.warn({ error }, "an answer could not be kept for its key"));
    return answer;
  } catch (error) {
    await releaseKey(ctx.db, claim);
    throw error;
  }
}

function isLasting(status: number): boolean {
  return status < 499 && status !== 429;
}

function replay(ctx: Ctx, owner: KeyOwner, row: { status: number; sealedBody: string | null }): KeptAnswer {
  const body = row.sealedBody === null ? null : ctx.secrets.open(row.sealedBody, contextOf(owner));
  return { status: row.status, body };
}

/** The context that the sealed answer is bound to. */
function contextOf({ userId, key }: KeyOwner): string {
  return `idempotency_keys ${userId} ${key}`;
}

async function nextPoll(ctx: Ctx): Promise<void> {
  try {
    await wait(pollMs, undefined, { signal: ctx.signal });
  } catch (cause) {
    throw new AppError("cancelled", { message: "The request was stopped", cause });
  }
}
