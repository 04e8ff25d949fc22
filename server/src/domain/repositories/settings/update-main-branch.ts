import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { updateMainBranch as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";

import { updateRepository } from "./update-repository.ts";

/** The same as changing the main branch alone; `updateRepository` checks the right. */
export async function updateMainBranch(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId, repositoryId, mainBranch } = input;
  return await updateRepository(ctx, { organizationId, projectId, repositoryId, mainBranch });
}
