import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listProjects as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { describeProjects } from "./describe-projects.ts";
import { listProjectRows } from "./projects.store.ts";

export async function listProjects(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const organization = await requireOrganization(ctx, input, "project.read");
  const offset = (page - 1) * limit;
  const { rows, total } = await listProjectRows(ctx.db, organization.organizationId, { limit, offset });
  return { content: await describeProjects(ctx, organization, rows), page, limit, total };
}
