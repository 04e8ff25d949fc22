import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listEventHooks as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeHook } from "./describe-hook.ts";
import { selectHooks } from "./event-hooks.store.ts";

/** Addresses that are told what happens in a product. They may hold passwords, so only who manages the product sees them. */
export async function listEventHooks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.update");
  const content = (await selectHooks(ctx.db, project)).map((row) => describeHook(ctx, row));
  return { content, page: 1, limit: content.length, total: content.length };
}
