import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getInitialSetup as endpoint } from "@cairn/contract/projects";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";

import { findProjectRow } from "./projects.store.ts";
import { measureSetup } from "./setup-progress.ts";

export async function getInitialSetup(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "project.read");
  const row = await findProjectRow(ctx.db, project);
  if (!row) throw notFound("Product");
  return measureSetup(row, await findProjectRepositories(ctx, project), ctx.now());
}
