import { AppError } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import type { ToolScope } from "#server/edge.ts";
import { createLimiter } from "#server/platform/limits/create-limiter.ts";

interface WriteLimit {
  name: string;
  points: number;
  durationS: number;
  /** What one may do that often, and in which time. */
  words: string;
}

/** A person reads what an agent creates: more than this in an hour nobody does. */
const creations: readonly WriteLimit[] = [
  { name: "agent-tasks-minute", points: 20, durationS: 60, words: "20 tasks a minute" },
  { name: "agent-tasks-hour", points: 200, durationS: 3_600, words: "200 tasks an hour" },
];
const changes: readonly WriteLimit[] = [
  { name: "agent-changes-minute", points: 120, durationS: 60, words: "120 changes a minute" },
];

/**
 * Counts one change of an agent in a product, for the key or sign-in that it came with, and throws when it was one too
 * many: an agent that goes round in a circle fills no product.
 */
export async function takeAgentWrite(ctx: Ctx, { projectId }: ToolScope, action: Action): Promise<void> {
  if (ctx.actor.kind !== "agent" || !ctx.settings.limits.hasRateLimits) return;
  const { credential = "" } = ctx.actor;
  for (const { words, ...limit } of action === "task.create" ? creations : changes) {
    const wait = await createLimiter(ctx.wholeDb, limit).take(`${credential} ${projectId}`);
    if (wait === null) continue;
    const message = `With one key or sign-in an agent makes at most ${words} in a product. Wait ${wait.waitS} seconds, and ask your user whether so many are meant.`;
    throw new AppError("rate_limited", { message, details: { retryAfterS: wait.waitS } });
  }
}
