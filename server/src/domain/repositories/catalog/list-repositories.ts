import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listRepositories as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { listRows } from "#server/domain/repositories/store/repositories.store.ts";

import { describeRepository } from "./describe-repository.ts";

export async function listRepositories(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const project = await requireProject(ctx, input, "project.read");
  const { rows, total } = await listRows(ctx.db, project, { limit, offset: (page - 1) * limit });
  return { content: rows.map((row) => describeRepository(ctx, row)), page, limit, total };
}
