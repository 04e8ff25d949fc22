import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listApiKeys as endpoint } from "@cairn/contract/keys";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";

import { selectApiKeys } from "./keys.store.ts";

/** The signed-in user's keys, newest first; never their secrets. */
export async function listApiKeys(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const { rows, total } = await selectApiKeys(ctx.db, requireUser(ctx.actor), { limit, offset: (page - 1) * limit });
  const content = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { content, page, limit, total };
}
