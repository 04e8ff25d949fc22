import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { runLogEntrySchema, type getImplementationLog as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { listOperationRows } from "#server/domain/implementations/store/implementations.store.ts";
import { toEntity } from "#server/to-entity.ts";

import { requireImplementation } from "./require-implementation.ts";

/** What happened during the run after a number, in order: a page that was away reads on from its last one. */
export async function getImplementationLog(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { after, limit } = input;
  const found = await listOperationRows(ctx.db, row, { after, limit: limit + 1 });
  return {
    entries: found.slice(0, limit).map((entry) => toEntity(runLogEntrySchema, entry)),
    hasMore: found.length > limit,
  };
}
