import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { checkOwnPassword } from "#server/domain/users/check-own-password.ts";
import type { Database } from "#server/platform/db/open-db.ts";
import { createLimiter, type Limiter } from "#server/platform/limits/create-limiter.ts";
import { waitMessage } from "#server/platform/limits/wait-message.ts";

/** One limiter per database and process. */
const limiters = new WeakMap<Database, Limiter>();

/**
 * Checks a signed-in person's password again before something that a stolen token alone must not do. Returns the
 * hash it was checked against. Allows ten wrong ones in a quarter of an hour; `field` names the input of the password.
 */
export async function confirmPassword(
  ctx: Pick<Ctx, "wholeDb" | "settings" | "passwords">,
  input: { userId: string; password: string; field: string },
): Promise<string> {
  const limiter = ctx.settings.limits.hasRateLimits ? limiterOf(ctx.wholeDb) : null;
  const wait = await limiter?.take(input.userId);
  if (wait) {
    throw new AppError("rate_limited", { message: waitMessage(wait), details: { retryAfterS: wait.waitS } });
  }
  const checked = await checkOwnPassword(ctx, input);
  if (checked === null) throw wrongPassword(input.field);
  await limiter?.forget(input.userId);
  return checked;
}

/** Said beside the field, as of any mistake in a form. */
export function wrongPassword(field: string): AppError {
  const message = "Your current password is wrong";
  return new AppError("invalid_input", { message, details: [{ path: field, message }] });
}

function limiterOf(db: Database): Limiter {
  const known = limiters.get(db);
  if (known) return known;
  const limiter = createLimiter(db, { name: "own-password", points: 10, durationS: 15 * 60 });
  limiters.set(db, limiter);
  return limiter;
}
