import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listRepositories as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "../../ctx.ts";
import { requireProject } from "../members/require-project.ts";
import { describeRepository } from "./describe-repository.ts";
import { listRows } from "./repositories.store.ts";

export async function listRepositories(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const project = await requireProject(ctx, input, "project.read");
  const { rows, total } = await listRows(ctx.db, project, { limit, offset: (page - 1) * limit });
  return { content: rows.map((row) => describeRepository(ctx, row)), page, limit, total };
}
