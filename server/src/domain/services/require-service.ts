import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { findServiceRow, type ServiceRow } from "./services.store.ts";

/** The service of this project, if the actor may do this. */
export async function requireService(
  ctx: Ctx,
  target: { organizationId: string; projectId: string; serviceId: string },
  action: Action,
): Promise<ServiceRow> {
  const { organizationId, projectId } = await requireProject(ctx, target, action);
  const row = await findServiceRow(ctx.db, { organizationId, projectId, serviceId: target.serviceId });
  if (!row) throw notFound("Service");
  return row;
}
