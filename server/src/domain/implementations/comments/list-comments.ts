import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listComments as endpoint } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { listCommentRows } from "#server/domain/implementations/store/comments.store.ts";

import { describeComments, sortComments } from "./describe-comments.ts";

/** Comments on an implementation, each on the line where it stands now. */
export async function listComments(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const implementation = await requireImplementation(ctx, input, "implementation.read");
  const rows = await listCommentRows(ctx.db, implementation);
  return { content: sortComments(await describeComments(ctx, implementation, rows)) };
}
