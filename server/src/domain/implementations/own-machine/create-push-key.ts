import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { createPushKey as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { endOfPushes } from "#server/domain/implementations/starting/end-of-pushes.ts";
import { updatePushKey } from "#server/domain/implementations/store/pushes.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { hashKeySecret } from "#server/domain/keys/api-key-secret.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";

import { pushAddress } from "./push-address.ts";
import { createPushSecret } from "./push-secret.ts";

/** A key to the branch of one implementation. Whoever asks acts by it from now on: only they lose it with their membership. */
export async function createPushKey(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.push");
  if (row.repository.connection.type !== "internal") {
    const message = `The repository “${row.repository.slug}” is hosted elsewhere. Push to “${row.workingBranch}” there; it is followed.`;
    throw new AppError("conflict", { message });
  }
  const key = createPushSecret();
  const pushUntil = endOfPushes(ctx.now());
  await ctx.db.transaction(async (tx) => {
    const locked = await lockImplementation(tx, row);
    if (locked === null) throw notFound("Implementation");
    if (locked.engine !== "own-machine" || locked.state !== "created" || locked.runState === "stopped") {
      throw new AppError("conflict", { message: "This implementation takes no pushes any more." });
    }
    const userId = findPersonId(ctx);
    await updatePushKey(tx, row.implementationId, {
      pushKeyHash: hashKeySecret(key),
      pushKeyUserId: userId,
      pushUntil,
    });
  });
  return {
    address: pushAddress(ctx, row),
    branch: row.workingBranch,
    key,
    pushUntil: pushUntil.toISOString(),
  };
}
