import type { removeArchitectureBaseline as endpoint } from "@cairn/contract/architecture";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { deleteBaseline, deleteEdgesAllowedAt, upsertBaseline } from "./architecture.store.ts";

/** Takes back the newest baseline: what it allowed is as it was, and the one before holds again. */
export async function removeArchitectureBaseline(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const project = await requireProject(ctx, input, "service.write");
  const { organizationId, projectId } = project;
  const setAt = new Date(input.baselineAt);
  const setBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteBaseline(tx, project, setAt))) {
      throw new AppError("conflict", { message: "It is not the newest any more" });
    }
    await deleteEdgesAllowedAt(tx, project, setAt);
    await recordAudit(ctx, tx, { organizationId, action: "architecture.baseline-removed", target: project.name });
    if (input.formerBaselineAt === undefined) return;
    await upsertBaseline(tx, { organizationId, projectId, setBy, setAt: new Date(input.formerBaselineAt) });
  });
}
