import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { leaveMergeQueue as endpoint } from "@cairn/contract/merge-queue";

import type { Ctx } from "#server/ctx.ts";
import { requireNoMerge } from "#server/domain/implementations/mergeability/require-no-merge.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { deleteQueueEntry } from "#server/domain/implementations/store/merge-queue.store.ts";
import { noteOthers } from "#server/domain/implementations/store/merges.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";

/** Takes an implementation out of the merge queue; nothing happens where it is in none. Throws `conflict` while it is merged. */
export async function leaveMergeQueue(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.merge");
  await ctx.db.transaction(async (tx) => {
    const locked = await lockImplementation(tx, row);
    if (locked === null) throw notFound("Implementation");
    await requireNoMerge(tx, locked);
    await deleteQueueEntry(tx, locked);
    await noteOthers(tx, locked);
  });
  return await getImplementation(ctx, row);
}
