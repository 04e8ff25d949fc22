import type { NeedLetters } from "@cairn/contract/attention-items";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { selectNeedLetters } from "./need-letters.store.ts";

/** How often the signed-in user is written to; "off" until they choose. */
export async function getNeedLetters(ctx: Ctx): Promise<NeedLetters> {
  const letters = await selectNeedLetters(ctx.db, requireUserId(ctx));
  return { frequency: letters?.frequency ?? "off", isMailSet: ctx.mail !== null };
}
