import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listSshKeys as endpoint } from "@cairn/contract/keys";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";

import { describeSshKey } from "./describe-ssh-key.ts";
import { countSshKeys, selectSshKeys } from "./keys.store.ts";

/** The signed-in user's keys, newest first. */
export async function listSshKeys(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const userId = requireUser(ctx.actor);
  const rows = await selectSshKeys(ctx.db, userId, { limit, offset: (page - 1) * limit });
  return { content: rows.map(describeSshKey), page, limit, total: await countSshKeys(ctx.db, userId) };
}
