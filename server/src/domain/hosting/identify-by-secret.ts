import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { findTokenUser } from "#server/domain/auth/authenticate-bearer.ts";
import { findPushKey } from "#server/domain/implementations/own-machine/find-push-key.ts";
import { authenticateApiKey } from "#server/domain/keys/authenticate-api-key.ts";
import { findTokenKey } from "#server/domain/repository-keys/find-repository-keys.ts";

import type { GitCaller } from "./git-caller.ts";

/**
 * The owner of this secret, sent as password: a person with an access token or a machine with a repository key. Throws
 * `unauthenticated`, with what to send instead, for everything else.
 */
export async function identifyBySecret(ctx: Ctx, secret: string | null): Promise<GitCaller> {
  if (secret === null) throw refused("Sign in with an access token or a repository key as the password.");
  const key = await findTokenKey(ctx, secret);
  if (key !== null) return { kind: "token", ...key };
  const pushKey = await findPushKey(ctx, secret);
  if (pushKey !== null) return { kind: "push-key", ...pushKey };
  if ((await authenticateApiKey(ctx, secret)) !== null) {
    throw refused("An API key is for agents and cannot be used for git. Use an access token or a repository key.");
  }
  const user = await findTokenUser(ctx, secret);
  if (user !== null) return { kind: "user", ...user };
  throw refused("This password is not right or has ended. Use an access token or a repository key.");
}

function refused(message: string): AppError {
  return new AppError("unauthenticated", { message });
}
