import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { createSshKey as endpoint } from "@cairn/contract/keys";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { describeSshKey } from "./describe-ssh-key.ts";
import { maxKeys, tooManyKeys } from "./key-limit.ts";
import { countSshKeys, insertSshKey, lockUser } from "./keys.store.ts";
import { loadPublicKey } from "./load-public-key.ts";

/** Adds a public key to the account. A key identifies its user, so it can be in one account only. */
export async function createSshKey(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUser(ctx.actor);
  const { line, fingerprint } = loadPublicKey(input.key);
  const row = { keyId: ctx.newId(), userId, name: input.name, publicKey: line, fingerprint, createdAt: ctx.now() };
  try {
    await ctx.db.transaction(async (tx) => {
      await lockUser(tx, userId);
      if ((await countSshKeys(tx, userId)) >= maxKeys) throw tooManyKeys();
      await insertSshKey(tx, row);
    });
  } catch (error) {
    if (violatedConstraint(error) !== null) throw new AppError("conflict", { message: "This key is already in use" });
    throw error;
  }
  return describeSshKey(row);
}
