import type { copyDemo as endpoint } from "@cairn/contract/demo";
import type { ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { foundOrganization } from "#server/domain/organizations/found-organization.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import {
  beginCopyAgain,
  countCopies,
  findCopy,
  forgetLeftCopies,
  hasDemo,
  insertCopy,
  lockCopies,
} from "./demo-copies.store.ts";
import { describeCopy } from "./describe-copy.ts";

const name = "Northquay demo";

/**
 * The caller's own copy of the demo: an organization that nobody else is in, which they may change, invite to and delete. It is
 * filled by a job. Whoever has one gets that, and one that could not be filled, or was given up, is tried again.
 */
export async function copyDemo(ctx: Ctx): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const known = await findCopy(ctx.db, userId, ctx.now());
  if (known) return describeCopy(known.state === "failed" ? await retry(ctx, { ...known, userId }) : known);
  if (ctx.settings.limits.demoCopies === 0 || !(await hasDemo(ctx.wholeDb))) throw notFound("Demo");
  await forgetLeftCopies(ctx.wholeDb, userId);
  try {
    const { organizationId, slug } = await foundOrganization(ctx, { name, isDemo: true, userId }, async (tx, id) => {
      await lockCopies(tx);
      if ((await countCopies(tx)) >= ctx.settings.limits.demoCopies) throw allTaken();
      await insertCopy(tx, { organizationId: id, userId, createdAt: ctx.now() });
      await enqueue(ctx, tx, { organizationId: id, userId });
    });
    return describeCopy({ organizationId, slug, state: "making", progress: 0 });
  } catch (error) {
    // Pressed twice at once, perhaps in two windows: both get the same.
    const made = violatedConstraint(error) === "demo_copies_user" ? await findCopy(ctx.db, userId, ctx.now()) : null;
    if (!made) throw error;
    return describeCopy(made);
  }
}

interface FailedCopy {
  organizationId: string;
  slug: string;
  userId: string;
}

async function retry(ctx: Ctx, { organizationId, slug, userId }: FailedCopy) {
  await ctx.db.transaction(async (tx) => {
    await beginCopyAgain(tx, organizationId, ctx.now());
    await enqueue(ctx, tx, { organizationId, userId });
  });
  return { organizationId, slug, state: "making" as const, progress: 0 };
}

async function enqueue(ctx: Ctx, db: Db, copy: { organizationId: string; userId: string }): Promise<void> {
  await ctx.enqueue(db, "fill-demo-copy", copy, copy.organizationId);
}

function allTaken(): AppError {
  const message =
    "This server makes no more copies of its demo at the moment. Whoever runs it can allow more with the setting DEMO_COPIES.";
  return new AppError("conflict", { message });
}
