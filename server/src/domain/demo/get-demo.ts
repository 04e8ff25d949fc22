import type { getDemo as endpoint } from "@cairn/contract/demo";
import type { ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { findCopy, hasDemo } from "./demo-copies.store.ts";
import { describeCopy } from "./describe-copy.ts";

/** That a demo is there is no secret: visitors read of it before they sign up. */
export async function getDemo(ctx: Ctx): Promise<ResultOf<typeof endpoint>> {
  const copy = await findCopy(ctx.db, requireUserId(ctx), ctx.now());
  const isOffered = ctx.settings.limits.demoCopies > 0;
  return { isInstalled: isOffered && (await hasDemo(ctx.wholeDb)), copy: copy && describeCopy(copy) };
}
