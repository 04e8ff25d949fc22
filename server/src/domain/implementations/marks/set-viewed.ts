import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { maxViewedFiles, type setViewed as endpoint } from "@cairn/contract/review-marks";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { deleteViewed, listViewed, upsertViewed } from "#server/domain/implementations/store/review-marks.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { readMarks } from "./read-marks.ts";

/** Marks a file as viewed by the caller, in the version that they saw, or takes the mark back. */
export async function setViewed(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.comment");
  const { organizationId, implementationId } = row;
  const { path, version, isViewed } = input;
  const key = { organizationId, implementationId, userId: requireUserId(ctx) };
  if (isViewed) {
    const others = (await listViewed(ctx.db, key)).filter((mark) => mark.path !== path);
    if (others.length >= maxViewedFiles) {
      throw new AppError("conflict", { message: `No more than ${maxViewedFiles} files can be marked as viewed.` });
    }
    await upsertViewed(ctx.db, { ...key, path, version, viewedAt: ctx.now() });
  } else await deleteViewed(ctx.db, key, path);
  return await readMarks(ctx.db, row, key.userId);
}
