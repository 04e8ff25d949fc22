import type { NeedLetters } from "@cairn/contract/attention-items";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { upsertFrequency } from "./need-letters.store.ts";

/** Changes how often the signed-in user is written to. What they were told of already is not told again. */
export async function updateNeedLetters(ctx: Ctx, { frequency }: Pick<NeedLetters, "frequency">): Promise<NeedLetters> {
  await upsertFrequency(ctx.db, requireUserId(ctx), frequency);
  return { frequency, isMailSet: ctx.mail !== null };
}
