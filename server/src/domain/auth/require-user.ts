import { AppError } from "@cairn/contract/errors";

import type { Actor } from "#server/ctx.ts";

/** The userId of a person who acts for themselves; agents and jobs have no account to look after. */
export function requireUser(actor: Actor): string {
  if (actor.kind === "user") return actor.userId;
  if (actor.kind === "anonymous") throw signInFirst();
  throw new AppError("forbidden", { message: "Only the user can do this" });
}

/** Nobody is signed in, or not any more. */
export function signInFirst(): AppError {
  return new AppError("unauthenticated", { message: "Sign in to continue" });
}

/** The sign-in a person acts with; null where something else acts for them. */
export function currentGrant(actor: Actor): string | null {
  return (actor.kind === "user" && actor.grantId) || null;
}
