import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { projectExists as endpoint } from "@cairn/contract/projects";
import { isUuid, slugSchema } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { findProjectRow, isProjectSlugTaken } from "./projects.store.ts";

/** For the live check of a slug field: reserved words count as taken. */
export async function projectExists(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "project.create");
  const { projectId } = input;
  if (isUuid(projectId)) return { exists: (await findProjectRow(ctx.db, { organizationId, projectId })) !== null };
  const isReserved = !slugSchema.safeParse(projectId).success;
  return { exists: isReserved || (await isProjectSlugTaken(ctx.db, organizationId, projectId)) };
}
