import { randomBytes } from "node:crypto";

import { AppError } from "@cairn/contract/errors";
import { z } from "zod";

import type { Ctx } from "#server/ctx.ts";

const lifetimeMs = 30 * 60_000;
const context = "integrations/github/state";
const schema = z.object({ userId: z.uuid(), organizationId: z.uuid(), expiresAt: z.number(), nonce: z.string() });

/**
 * The OAuth state that goes to GitHub and back with the browser: who connects what. Readable and writable by this
 * server alone.
 */
export function sealState(ctx: Ctx, { userId, organizationId }: { userId: string; organizationId: string }): string {
  const expiresAt = ctx.now().getTime() + lifetimeMs;
  const nonce = randomBytes(16).toString("base64url");
  return ctx.secrets.seal(JSON.stringify({ userId, organizationId, expiresAt, nonce }), context);
}

/** Throws `invalid_input` unless this person began to connect a short while ago. */
export function openState(ctx: Ctx, state: string, userId: string): { organizationId: string } {
  const opened = unseal(ctx, state);
  if (opened?.userId !== userId) {
    throw new AppError("invalid_input", { message: "This connection was not begun by you here. Connect again." });
  }
  if (opened.expiresAt < ctx.now().getTime()) {
    throw new AppError("invalid_input", { message: "Connecting took longer than half an hour. Connect again." });
  }
  return { organizationId: opened.organizationId };
}

function unseal(ctx: Ctx, state: string): z.output<typeof schema> | null {
  try {
    return schema.parse(JSON.parse(ctx.secrets.open(state, context)));
  } catch {
    // Made up, cut short, or sealed with a former key: the client gets the same answer.
    return null;
  }
}
