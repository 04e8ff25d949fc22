import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import {
  selectImplementation,
  type ImplementationKey,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

/** The implementation of this task, if the actor may do this. The project may be named by its slug. */
export async function requireImplementation(
  ctx: Ctx,
  target: ImplementationKey,
  action: Action,
): Promise<NamedImplementationRow & { organizationSlug: string }> {
  const { organizationId, projectId, organization } = await requireProject(ctx, target, action);
  const row = await selectImplementation(ctx.db, { ...target, organizationId, projectId });
  if (row === null) throw notFound("Implementation");
  return { ...row, organizationSlug: organization.slug };
}
