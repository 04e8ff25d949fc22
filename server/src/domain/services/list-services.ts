import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listServices as endpoint } from "@cairn/contract/services";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeServices } from "./describe-services.ts";
import { countServices, listServiceRows } from "./services.store.ts";

export async function listServices(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const { organizationId, projectId } = await requireProject(ctx, input, "project.read");
  const rows = await listServiceRows(ctx.db, organizationId, [projectId], { limit, offset: (page - 1) * limit });
  const total = await countServices(ctx.db, projectId);
  return { content: await describeServices(ctx, organizationId, rows), page, limit, total };
}
