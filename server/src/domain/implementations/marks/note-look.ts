import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { noteLook as endpoint } from "@cairn/contract/review-marks";

import type { Ctx } from "#server/ctx.ts";
import { runRef } from "#server/domain/implementations/phases/run-refs.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { upsertLook } from "#server/domain/implementations/store/review-marks.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { moveRef } from "#server/platform/git/refs/move-ref.ts";

import { readMarks } from "./read-marks.ts";

/**
 * Notes that the caller looks at what the implementation stands at. The commit is kept from here on, so that what
 * changed since can be shown also when the branch is rewritten.
 */
export async function noteLook(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.comment");
  const userId = requireUserId(ctx);
  const { organizationId, implementationId, headOid } = row;
  if (input.head === headOid) {
    const ref = runRef(implementationId, `seen/${headOid}`);
    await moveRef(codeDirectory(ctx, row.repository), { ref, oid: headOid, expected: null, signal: ctx.signal });
    await upsertLook(ctx.db, { organizationId, implementationId, userId, headOid, lookedAt: ctx.now() });
  }
  return await readMarks(ctx.db, row, userId);
}
