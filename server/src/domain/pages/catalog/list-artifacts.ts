import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listArtifacts as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";
import { listArtifactRows } from "#server/domain/pages/store/artifacts.store.ts";

import { describeArtifacts } from "./describe-artifact.ts";

export async function listArtifacts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit, projectId, serviceId } = input;
  const { organizationId } = await requireOrganization(ctx, input, "artifact.read");
  const filter = { organizationId, projectId, serviceId };
  const { rows, total } = await listArtifactRows(ctx.db, filter, { limit, offset: (page - 1) * limit });
  return { content: await describeArtifacts(ctx.db, organizationId, rows), page, limit, total };
}
