import { signInSchema, type listSignIns as endpoint } from "@cairn/contract/auth";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { toEntity } from "#server/to-entity.ts";

import { currentGrant, requireUser } from "./require-user.ts";
import { selectSignIns } from "./sign-ins.store.ts";

/** Where the signed-in user is signed in, and the applications that were let in for them, last used first. */
export async function listSignIns(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUser(ctx.actor);
  const { page, limit } = input;
  const shown = { now: ctx.now(), limit, offset: (page - 1) * limit };
  const { rows, total } = await selectSignIns(ctx.wholeDb, userId, shown);
  const current = currentGrant(ctx.actor);
  const { authClientId } = ctx.settings.addresses;
  const content = rows.map((row) =>
    toEntity(signInSchema, {
      ...row,
      application: row.clientId === null || row.clientId === authClientId ? null : (row.clientName ?? "An application"),
      isCurrent: row.grantId === current,
    }),
  );
  return { content, page, limit, total };
}
